/** SQL that imports and exports ledger entries. Each source is imported once. */

import type { Transaction } from '#lib/db/pool.ts';
import type { LedgerEntryRecord } from '#lib/ledger-record.ts';
import { toCents } from '#lib/money.ts';
import { lockAccounts } from './ledger.repository.ts';

/** Imports the entries of an account. @returns how many are new */
export async function writeEntries(transaction: Transaction, account: string, entries: readonly LedgerEntryRecord[]): Promise<number> {
  if (entries.length === 0) return 0;
  await lockAccounts(transaction, [account]);
  return transaction.execute({
    text: `insert into ledger_entries (account, kind, cents, source, note, at)
      select $1, kind, cents, source, note, at from jsonb_to_recordset($2::jsonb) given (kind text, cents int, source text, note text, at timestamptz)
      on conflict (source) do nothing`,
    values: [account, JSON.stringify(entries.map(({ amount, ...entry }) => ({ ...entry, cents: toCents(amount) })))],
  });
}

/** Returns the SQL of an account's entries as records; `account` is SQL too. */
export const ENTRIES_OF = (account: string): string =>
  `(select coalesce(json_agg(json_build_object('kind', e.kind, 'amount', e.cents / 100.0, 'source', e.source, 'note', e.note, 'at', e.at) order by e.id), '[]')
    from ledger_entries e where e.account = ${account})`;
