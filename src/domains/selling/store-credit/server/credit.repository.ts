/**
 * Store credit of a customer in a market, kept as a ledger: granted (a referral, a kindness), spent on an order, returned
 * from one. Every entry names its source, so that the same grant twice is one.
 */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { availableCents, type Balance, balanceOf, lockAccounts, recordEntry } from '#lib/server/ledger.ts';
import { ENTRIES_OF, writeEntries } from '#lib/server/ledger-records.ts';
import type { Market } from '#markets/market.ts';
import type { CreditRecord } from '../model/record.ts';

/** Whose credit, and in which market's currency. */
export interface CreditAccount {
  readonly customerId: number;
  readonly market: Market;
}

/** The kind of the entry by which an order is paid. */
export const CREDIT_SPENT = 'spend';

/** The ledger's name of a customer's credit. */
export const creditAccount = ({ customerId, market }: CreditAccount): string => `credit:${market}:${customerId}`;

/** Everything a customer has, and what orders in progress hold of it; cents. */
export const creditBalance = (db: Queryable, owner: CreditAccount): Promise<Balance> => balanceOf(db, creditAccount(owner));

/** What a customer can spend now, cents. */
export const spendableCredit = (db: Queryable, owner: CreditAccount): Promise<number> => availableCents(db, creditAccount(owner));

/**
 * Give a customer credit, once a source (`referral:AU:1002`).
 * @returns whether it is new
 */
export async function grantCredit(
  transaction: Transaction,
  owner: CreditAccount,
  grant: { readonly cents: number; readonly source: string; readonly note: string },
): Promise<boolean> {
  return (await recordEntry(transaction, { account: creditAccount(owner), kind: 'grant', ...grant })) === 'recorded';
}

/** Give back what an order was paid with, once a source. */
export async function returnCredit(
  transaction: Transaction,
  owner: CreditAccount,
  given: { readonly cents: number; readonly source: string; readonly note: string },
): Promise<boolean> {
  return (await recordEntry(transaction, { account: creditAccount(owner), kind: 'return', ...given })) === 'recorded';
}

/**
 * Take granted credit back, once a source: all of it, or what is left where some was spent meanwhile.
 * @returns how many cents were taken
 */
export async function takeBackCredit(
  transaction: Transaction,
  owner: CreditAccount,
  taken: { readonly cents: number; readonly source: string; readonly note: string },
): Promise<number> {
  const account = creditAccount(owner);
  await lockAccounts(transaction, [account]);
  const cents = Math.min(taken.cents, await availableCents(transaction, account));
  if (cents <= 0) return 0;
  return (await recordEntry(transaction, { account, kind: 'reversal', ...taken, cents: -cents })) === 'recorded' ? cents : 0;
}

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
