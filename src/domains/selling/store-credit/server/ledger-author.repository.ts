/** SQL of who made an entry of a ledger by hand, and why. */
import type { Transaction } from '#lib/db/pool.ts';

export interface LedgerAuthor {
  /** Source of the entry. */
  readonly source: string;
  /** Null for commands. */
  readonly staffId: number | null;
  readonly author: string;
  readonly reason: string;
}

export const insertLedgerAuthor = (transaction: Transaction, { source, staffId, author, reason }: LedgerAuthor): Promise<number> =>
  transaction.execute({
    name: 'ledger-author.insertLedgerAuthor',
    text: 'insert into ledger_staff_entries (source, staff_id, author, reason) values ($1, $2, $3, $4) on conflict do nothing',
    values: [source, staffId, author, reason],
  });
