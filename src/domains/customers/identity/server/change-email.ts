/**
 * Changes the email address of an account [ID-44]: a six-digit code goes to the new address, a link to the old one undoes the
 * change (docs/decisions/0085-proof-before-an-account-changes-hands.md).
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { type Database, isUniqueViolation, type Queryable, type Transaction } from '#lib/db/pool.ts';
import { clearPassword, lockEmail, setEmail, unlinkIdentitiesSince } from './customer.repository.ts';
import { countWrongCode, deletePendingChange, lockPendingChange, setCodeHash, startPendingChange } from './email-change.repository.ts';
import { armLink, deleteUndoLinks, requestLink, useLink } from './hosted/one-time-link.repository.ts';
import { revokeSessions } from './session.repository.ts';

export const CODE_MINUTES = 10;
const MAX_ATTEMPTS = 5;

const hashCode = (customerId: number, code: string): string => createHash('sha256').update(`${customerId} ${code}`).digest('base64url');
const isSameHash = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Runs a transaction that sets an email. If another account takes it at the same time, the unique index decides [ID-45]. */
const orTaken = <Result>(database: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result | { kind: 'taken' }> =>
  database.transaction(work).catch((error: unknown) => {
    if (isUniqueViolation(error)) return { kind: 'taken' };
    throw error;
  });

/** Starts a change, or restarts it with another address. */
export const startEmailChange = (transaction: Transaction, customerId: number, email: string): Promise<number> =>
  startPendingChange(transaction, customerId, email, CODE_MINUTES);

/** Creates the code of the pending change, for its email. @returns null if no change is pending */
export async function createCode(db: Queryable, customerId: number): Promise<{ email: string; code: string } | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const row = await setCodeHash(db, customerId, hashCode(customerId, code), CODE_MINUTES);
  return row && { email: row.email, code };
}

export type EmailChangeResult =
  | { readonly kind: 'changed'; readonly oldEmail: string; readonly newEmail: string }
  | { readonly kind: 'wrong' | 'expired' | 'taken' };

/**
 * Completes the pending change with its code. Counts wrong codes.
 * @param onChanged runs in the same transaction after the change
 */
export const finishEmailChange = (
  database: Database,
  customerId: number,
  code: string,
  onChanged: (transaction: Transaction, oldEmail: string, newEmail: string) => Promise<void>,
): Promise<EmailChangeResult> =>
  orTaken<EmailChangeResult>(database, async (transaction) => {
    const pending = await lockPendingChange(transaction, customerId);
    if (!pending?.codeHash || pending.attempts >= MAX_ATTEMPTS) return { kind: 'expired' };
    if (!isSameHash(pending.codeHash, hashCode(customerId, code))) {
      await countWrongCode(transaction, customerId);
      return { kind: pending.attempts + 1 >= MAX_ATTEMPTS ? 'expired' : 'wrong' };
    }
    const oldEmail = await lockEmail(transaction, customerId);
    const { newEmail } = pending;
    if (oldEmail === null || !(await setEmail(transaction, customerId, newEmail))) return { kind: 'taken' };
    await deletePendingChange(transaction, customerId);
    await onChanged(transaction, oldEmail, newEmail);
    return { kind: 'changed', oldEmail, newEmail };
  });

export type EmailUndoResult =
  /** Has the token of a link that resets the password. */
  { readonly kind: 'undone'; readonly resetToken: string } | { readonly kind: 'expired' | 'taken' };

/**
 * Undoes a change of email with the link that went to the old address. The person who made the change may know the password or
 * may have linked a provider, so the password and later links are removed and all sessions revoked.
 */
export const undoEmailChange = (database: Database, token: string): Promise<EmailUndoResult> =>
  orTaken<EmailUndoResult>(database, async (transaction) => {
    const link = await useLink(transaction, token, ['undo-email']);
    if (!link || link.customerId === null) return { kind: 'expired' };
    const { customerId, email, origin, returnTo } = link;
    if (!(await setEmail(transaction, customerId, email))) return { kind: 'taken' };
    await clearPassword(transaction, customerId);
    await deletePendingChange(transaction, customerId);
    await unlinkIdentitiesSince(transaction, customerId, link.createdAt);
    // Later links went to addresses that no longer belong to the account.
    await deleteUndoLinks(transaction, customerId);
    await revokeSessions(transaction, customerId, null);
    const reset = await armLink(transaction, await requestLink(transaction, { purpose: 'reset', email, data: {}, origin, returnTo }));
    if (!reset) throw new Error('The link to reset the password expired at once');
    return { kind: 'undone', resetToken: reset.token };
  });
