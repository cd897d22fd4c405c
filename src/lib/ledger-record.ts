/** An entry of a ledger in the interchange format. */
import { z } from 'zod';
import { storableText } from './is-storable-text.ts';

export const ledgerEntryRecord = z.object({
  kind: storableText(30).min(1),
  /** Dollars; negative for a debit. */
  amount: z.number().min(-10_000_000).max(10_000_000),
  /** Entries with the same source are recorded once. */
  source: storableText(300).min(1),
  note: storableText(300).default(''),
  at: z.iso.datetime({ offset: true }),
});
export type LedgerEntryRecord = z.output<typeof ledgerEntryRecord>;
