/** Store credit in and out of the interchange format, and of a person's data. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { ENTRIES_OF, writeEntries } from '#lib/server/ledger-records.ts';
import type { CreditRecord } from '../model/record.ts';
import { creditAccount } from './credit.ts';

export async function writeCredit(
  transaction: Transaction,
  records: readonly CreditRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  let changed = 0;
  for (const record of records) if ((await writeEntries(transaction, creditAccount(record), record.entries)) > 0) changed += 1;
  return { added: changed, changed: 0, unchanged: records.length - changed };
}

/** Accounts after the key $1, at most $2. */
export const CREDIT_EXPORT = `select id as key, json_build_object('record', 'credit', 'customerId', split_part(id, ':', 3)::int,
  'market', split_part(id, ':', 2), 'entries', ${ENTRIES_OF('a.id')}) as record
  from ledger_accounts a where id like 'credit:%' and id > $1 and exists (select 1 from ledger_entries e where e.account = a.id) order by id limit $2`;

/** What a customer's credit was, for "download my data". The books keep it under a number that no longer names anybody. */
export const creditData = {
  name: 'credit',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: "select split_part(account, ':', 2) as market, kind, cents, note, at from ledger_entries where account like 'credit:%:' || $1 order by id",
      values: [String(id)],
    }),
  erase: async (): Promise<void> => {},
} as const;
