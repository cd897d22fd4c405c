/** SQL of pending email changes: one per customer. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

export interface PendingEmailChange {
  readonly newEmail: string;
  /** Null until the code's email is written. */
  readonly codeHash: string | null;
  readonly attempts: number;
}

/** Starts a change, or replaces the pending one. */
export const startPendingChange = (transaction: Transaction, customerId: number, email: string, minutes: number): Promise<number> =>
  transaction.execute({
    text: `insert into email_changes (customer_id, new_email, expires_at) values ($1, $2, now() + make_interval(mins => $3))
      on conflict (customer_id) do update set new_email = excluded.new_email, code_hash = null, attempts = 0, expires_at = excluded.expires_at`,
    values: [customerId, email, minutes],
  });

/** Sets the hash of the code and restarts its lifetime. @returns the new email; null if no change is pending */
export const setCodeHash = (db: Queryable, customerId: number, codeHash: string, minutes: number): Promise<{ email: string } | null> =>
  db.queryOne({
    text: `update email_changes set code_hash = $2, attempts = 0, expires_at = now() + make_interval(mins => $3)
      where customer_id = $1 and expires_at > now() returning new_email as email`,
    values: [customerId, codeHash, minutes],
  });

/** Locks the pending change; null if there is none or it has expired. */
export const lockPendingChange = (transaction: Transaction, customerId: number): Promise<PendingEmailChange | null> =>
  transaction.queryOne({
    text: `select new_email as "newEmail", code_hash as "codeHash", attempts from email_changes
      where customer_id = $1 and expires_at > now() for update`,
    values: [customerId],
  });

/** Counts a wrong code. */
export const countWrongCode = (transaction: Transaction, customerId: number): Promise<number> =>
  transaction.execute({ text: 'update email_changes set attempts = attempts + 1 where customer_id = $1', values: [customerId] });

export const deletePendingChange = (transaction: Transaction, customerId: number): Promise<number> =>
  transaction.execute({ text: 'delete from email_changes where customer_id = $1', values: [customerId] });
