/** A customer's store credit in the interchange format. */
import { z } from 'zod';
import { ledgerEntryRecord } from '#lib/ledger-record.ts';
import { MARKETS } from '#markets/market.ts';

export const creditRecord = z.object({
  record: z.literal('credit'),
  customerId: z.number().int().min(1).max(2_147_483_647),
  market: z.enum(MARKETS),
  entries: z.array(ledgerEntryRecord).max(100_000),
});
export type CreditRecord = z.output<typeof creditRecord>;
