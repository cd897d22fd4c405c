/**
 * Store credit of a customer in a market, kept as a ledger: granted (a referral, a kindness), spent on an order, returned
 * from one. Every entry names its source, so that the same grant twice is one.
 */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { availableCents, type Balance, balanceOf, lockAccounts, recordEntry } from '#lib/server/ledger.ts';
import type { Market } from '#markets/market.ts';

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
