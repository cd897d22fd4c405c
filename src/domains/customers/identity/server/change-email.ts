/**
 * A change of email: a six-digit code goes to the new address, good for ten minutes and five tries (DECISIONS.md, SPEC.md §4).
 * A link to the old address takes it back (docs/decisions/0085-proof-before-an-account-changes-hands.md).
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { armLink, requestLink, useLink } from './one-time-links.ts';
import { endSignIns } from './session.repository.ts';

export const CODE_MINUTES = 10;
const MAX_ATTEMPTS = 5;

const digestOf = (customerId: number, code: string): string => createHash('sha256').update(`${customerId} ${code}`).digest('base64url');
const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Begin a change, or begin it anew with another address. */
export const beginEmailChange = (transaction: Transaction, customerId: number, email: string): Promise<number> =>
  transaction.execute({
    text: `insert into email_changes (customer_id, new_email, expires_at) values ($1, $2, now() + interval '${CODE_MINUTES} minutes')
      on conflict (customer_id) do update set new_email = excluded.new_email, code_digest = null, tries = 0, expires_at = excluded.expires_at`,
    values: [customerId, email],
  });

/** Make the code of a change, for its mail; null where there is none under way. */
export async function armCode(db: Queryable, customerId: number): Promise<{ email: string; code: string } | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const row = await db.queryOne<{ email: string }>({
    text: `update email_changes set code_digest = $2, tries = 0, expires_at = now() + interval '${CODE_MINUTES} minutes'
      where customer_id = $1 and expires_at > now() returning new_email as email`,
    values: [customerId, digestOf(customerId, code)],
  });
  return row && { email: row.email, code };
}

export type EmailChange =
  | { readonly kind: 'changed'; readonly oldEmail: string; readonly newEmail: string }
  | { readonly kind: 'wrong' | 'ended' | 'taken' };

/**
 * Finish a change with the code. A wrong one is counted even though nothing else changes.
 * @param onChanged runs in the same transaction after a change
 */
export const finishEmailChange = (
  database: Database,
  customerId: number,
  code: string,
  onChanged: (transaction: Transaction, oldEmail: string, newEmail: string) => Promise<void>,
): Promise<EmailChange> =>
  database.transaction<EmailChange>(async (transaction) => {
    const change = await transaction.queryOne<{ newEmail: string; digest: string | null; tries: number }>({
      text: `select new_email as "newEmail", code_digest as digest, tries from email_changes where customer_id = $1 and expires_at > now() for update`,
      values: [customerId],
    });
    if (!change?.digest || change.tries >= MAX_ATTEMPTS) return { kind: 'ended' };
    if (!isSame(change.digest, digestOf(customerId, code))) {
      await transaction.execute({ text: 'update email_changes set tries = tries + 1 where customer_id = $1', values: [customerId] });
      return { kind: change.tries + 1 >= MAX_ATTEMPTS ? 'ended' : 'wrong' };
    }
    const old = await transaction.queryOne<{ email: string }>({
      text: 'select email from customers where id = $1 for update',
      values: [customerId],
    });
    const changed = await transaction.execute({
      text: `update customers set email = $2, email_key = $3, email_verified = true, updated_at = now() where id = $1
        and not exists (select 1 from customers where email_key = $3 and id <> $1)`,
      values: [customerId, change.newEmail, emailKey(change.newEmail)],
    });
    if (!old || changed === 0) return { kind: 'taken' };
    await transaction.execute({ text: 'delete from email_changes where customer_id = $1', values: [customerId] });
    await onChanged(transaction, old.email, change.newEmail);
    return { kind: 'changed', oldEmail: old.email, newEmail: change.newEmail };
  });

export type EmailUndo =
  /** With the token of a link to choose a new password. */
  { readonly kind: 'undone'; readonly resetToken: string } | { readonly kind: 'ended' | 'taken' };

/**
 * Takes a change of email back, by the link that went to the old address. Whoever made the change may know the password and may
 * have linked another service, so the password and services linked since then go, and every sign-in ends.
 */
export const undoEmailChange = (database: Database, token: string): Promise<EmailUndo> =>
  database.transaction<EmailUndo>(async (transaction) => {
    const link = await useLink(transaction, token, ['undo-email']);
    if (!link || link.customerId === null) return { kind: 'ended' };
    const { customerId, email } = link;
    const changed = await transaction.execute({
      text: `update customers set email = $2, email_key = $3, email_verified = true, password_hash = null, updated_at = now() where id = $1
        and not exists (select 1 from customers where email_key = $3 and id <> $1)`,
      values: [customerId, email, emailKey(email)],
    });
    if (changed === 0) return { kind: 'taken' };
    await transaction.execute({ text: 'delete from email_changes where customer_id = $1', values: [customerId] });
    await transaction.execute({
      text: 'delete from customer_identities where customer_id = $1 and created_at >= $2',
      values: [customerId, link.createdAt],
    });
    // Later links went to addresses that are no longer the account's.
    await transaction.execute({
      text: "delete from one_time_links where customer_id = $1 and purpose = 'undo-email'",
      values: [customerId],
    });
    await endSignIns(transaction, customerId, null);
    const { origin, returnTo } = link;
    const reset = await armLink(transaction, await requestLink(transaction, { purpose: 'reset', email, data: {}, origin, returnTo }));
    if (!reset) throw new Error('a link was asked for and had ended');
    return { kind: 'undone', resetToken: reset.token };
  });
