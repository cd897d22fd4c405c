/**
 * Stores balances as append-only ledgers. A balance is the sum of its entries; amounts reserved for orders in progress cannot be spent
 * again. Account rows are locked, in the order of their names, before anything is spent, so no balance is negative
 * (docs/decisions/0013-tenders-and-ledgers.md).
 */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

export interface LedgerEntry {
  readonly account: string;
  readonly kind: string;
  /** Change of the balance; below zero for a debit. */
  readonly cents: number;
  /** Identifies the cause. The same source is recorded once. */
  readonly source: string;
  readonly note?: string;
}

export interface Balance {
  readonly cents: number;
  /** Amount reserved by orders in progress. */
  readonly holdCents: number;
}

/** Returns a balance, zero for an account without entries. */
export async function balanceOf(db: Queryable, account: string): Promise<Balance> {
  const row = await db.queryOne<Balance>({
    name: 'ledger.balanceOf',
    text: `select (select coalesce(sum(cents), 0)::int from ledger_entries where account = $1) as cents,
      (select coalesce(sum(cents), 0)::int from ledger_holds where account = $1 and state = 'active') as "holdCents"`,
    values: [account],
  });
  return row ?? { cents: 0, holdCents: 0 };
}

/** Returns the entries of an account, oldest first. */
export const entriesOf = (
  db: Queryable,
  account: string,
): Promise<{ kind: string; cents: number; source: string; note: string; at: Date }[]> =>
  db.queryMany({
    name: 'ledger.entriesOf',
    text: 'select kind, cents, source, note, at from ledger_entries where account = $1 order by id',
    values: [account],
  });

/** Returns the amount of an account that can be spent. */
export async function availableCents(db: Queryable, account: string): Promise<number> {
  const { cents, holdCents } = await balanceOf(db, account);
  return cents - holdCents;
}

/** Locks accounts, in the order of their names, until the transaction ends. */
export async function lockAccounts(transaction: Transaction, accounts: readonly string[]): Promise<void> {
  for (const account of [...new Set(accounts)].sort()) {
    await transaction.execute({
      name: 'ledger.lockAccounts.insert',
      text: 'insert into ledger_accounts (id) values ($1) on conflict do nothing',
      values: [account],
    });
    await transaction.execute({
      name: 'ledger.lockAccounts.lock',
      text: 'select 1 from ledger_accounts where id = $1 for update',
      values: [account],
    });
  }
}

/**
 * Records an entry once.
 * @returns `recorded`; `known` if its source was recorded before; `short` if the balance is too small, and nothing is recorded
 */
export async function recordEntry(transaction: Transaction, entry: LedgerEntry): Promise<'recorded' | 'known' | 'short'> {
  await lockAccounts(transaction, [entry.account]);
  const existing = await transaction.queryOne({
    name: 'ledger.recordEntry.find',
    text: 'select 1 from ledger_entries where source = $1',
    values: [entry.source],
  });
  if (existing) return 'known';
  if (entry.cents < 0 && (await availableCents(transaction, entry.account)) + entry.cents < 0) return 'short';
  const added = await transaction.execute({
    name: 'ledger.recordEntry.record',
    text: 'insert into ledger_entries (account, kind, cents, source, note) values ($1, $2, $3, $4, $5) on conflict (source) do nothing',
    values: [entry.account, entry.kind, entry.cents, entry.source, entry.note ?? ''],
  });
  return added === 1 ? 'recorded' : 'known';
}

/** Reserves part of a balance for an order. The account must be locked. @returns false if the available amount is too small */
export async function placeHold(
  transaction: Transaction,
  hold: { readonly account: string; readonly key: string; readonly kind: string; readonly cents: number },
): Promise<boolean> {
  if ((await availableCents(transaction, hold.account)) < hold.cents) return false;
  await transaction.execute({
    name: 'ledger.placeHold',
    text: "insert into ledger_holds (account, key, kind, cents, state) values ($1, $2, $3, $4, 'active')",
    values: [hold.account, hold.key, hold.kind, hold.cents],
  });
  return true;
}

/** Ends the reservations of an order: `captured` spends them, `released` frees them. Does nothing the second time. */
export async function closeHolds(transaction: Transaction, key: string, state: 'captured' | 'released'): Promise<void> {
  await transaction.execute({
    name: 'ledger.closeHolds',
    text: `with ended as (
        update ledger_holds set state = $2 where key = $1 and state = 'active' returning account, kind, cents)
      insert into ledger_entries (account, kind, cents, source)
        select account, kind, -cents, 'order:' || $1 || ':' || kind || ':' || account from ended where $2 = 'captured' order by account on conflict (source) do nothing`,
    values: [key, state],
  });
}
