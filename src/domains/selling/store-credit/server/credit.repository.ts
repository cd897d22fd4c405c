/**
 * SQL of a customer's store credit in a market. The ledger has an entry for every amount that is granted (for a referral or as
 * compensation), spent on an order, or returned from one. Every entry has a source, so that a repeated grant counts once.
 */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { availableCents, type Balance, balanceOf, lockAccounts, recordEntry } from '#lib/server/ledger.repository.ts';
import { ENTRIES_OF, writeEntries } from '#lib/server/ledger-record.repository.ts';
import type { Market } from '#markets/market.ts';
import type { CreditRecord } from '../model/record.ts';

/** The customer, and the market whose currency it has. */
export interface CreditAccount {
  readonly customerId: number;
  readonly market: Market;
}

/** Kind of the entry that pays an order. */
export const CREDIT_SPENT = 'spend';

/** Returns the ledger account of a customer's credit. */
export const creditAccount = ({ customerId, market }: CreditAccount): string => `credit:${market}:${customerId}`;

/** Reads the balance of a customer and the amount that unfinished orders have reserved, in cents. */
export const creditBalance = (db: Queryable, owner: CreditAccount): Promise<Balance> => balanceOf(db, creditAccount(owner));

/** Reads what a customer can spend now, in cents. */
export const spendableCredit = (db: Queryable, owner: CreditAccount): Promise<number> => availableCents(db, creditAccount(owner));

/**
 * Grants credit, once per source (`referral:AU:1002`).
 * @returns true if the grant is new
 */
export async function grantCredit(
  transaction: Transaction,
  owner: CreditAccount,
  grant: { readonly cents: number; readonly source: string; readonly note: string },
): Promise<boolean> {
  return (await recordEntry(transaction, { account: creditAccount(owner), kind: 'grant', ...grant })) === 'recorded';
}

/** Credits back what an order was paid with, once per source. */
export async function returnCredit(
  transaction: Transaction,
  owner: CreditAccount,
  input: { readonly cents: number; readonly source: string; readonly note: string },
): Promise<boolean> {
  return (await recordEntry(transaction, { account: creditAccount(owner), kind: 'return', ...input })) === 'recorded';
}

/**
 * Revokes granted credit, once per source. If some was spent, revokes the rest.
 * @returns the revoked cents
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

/** Writes credit from its records. Counts an account with new entries as added. */
export async function writeCredit(
  transaction: Transaction,
  records: readonly CreditRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  let changed = 0;
  for (const record of records) if ((await writeEntries(transaction, creditAccount(record), record.entries)) > 0) changed += 1;
  return { added: changed, changed: 0, unchanged: records.length - changed };
}

/** Lists at most $2 accounts after the key $1. */
export const CREDIT_EXPORT = `select id as key, json_build_object('record', 'credit', 'customerId', split_part(id, ':', 3)::int,
  'market', split_part(id, ':', 2), 'entries', ${ENTRIES_OF('a.id')}) as record
  from ledger_accounts a where id like 'credit:%' and id > $1 and exists (select 1 from ledger_entries e where e.account = a.id) order by id limit $2`;

/** Reads the entries of a customer's credit for "download my data". The ledger identifies a deleted account by a number only. */
export const creditData = {
  name: 'credit',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: "select split_part(account, ':', 2) as market, kind, cents, note, at from ledger_entries where account like 'credit:%:' || $1 order by id",
      values: [String(id)],
    }),
  readNotes: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany<{ about: string; market: string; at: Date; author: string; text: string }>({
      text: `select 'store credit' as about, split_part(e.account, ':', 2) as market, e.at, s.author, s.reason as text
        from ledger_entries e join ledger_staff_entries s on s.source = e.source
        where e.account like 'credit:%:' || $1 and s.reason <> ''`,
      values: [String(id)],
    }),
  /** Keeps the amounts, and erases what staff wrote beside them. */
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({
      text: `with own as (
          update ledger_entries e set note = '' from ledger_staff_entries s where s.source = e.source and e.account like 'credit:%:' || $1 returning e.source
        ) update ledger_staff_entries s set reason = '' from own where s.source = own.source and s.reason <> ''`,
      values: [String(id)],
    });
  },
} as const;
