/**
 * SQL of one-time links sent by email. A row is inserted when a link is requested. The token is created when the email is
 * written and exists only there; the table has its hash.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';

export type LinkPurpose = 'join' | 'verify' | 'reset' | 'undo-email';

const LINK_MINUTES = 60;
/** Days in which a change of email can be undone. Long, because people rarely read an old mailbox. */
export const UNDO_EMAIL_DAYS = 7;
/** SQL interval: lifetime of a link with the column `purpose`. */
const LIFETIME = `case purpose when 'undo-email' then interval '${UNDO_EMAIL_DAYS} days' else interval '${LINK_MINUTES} minutes' end`;

export interface LinkRequest {
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** For `join`: the account to create. For `undo-email`: the new address. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The site on which the link was requested and to which it leads. */
  readonly origin: string;
  readonly returnTo: string;
  /** For `join`: hash of the cookie of the browser that requested it. */
  readonly browserDigest?: string;
  /** For `undo-email`: the customer whose address it was. */
  readonly customerId?: number;
}

export interface OneTimeLink extends Omit<LinkRequest, 'browserDigest' | 'customerId'> {
  readonly id: string;
  readonly browserDigest: string | null;
  readonly customerId: number | null;
  readonly createdAt: Date;
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
const COLUMNS = `id, purpose, email, data, origin, return_to as "returnTo", browser_hash as "browserDigest", customer_id as "customerId",
  created_at as "createdAt"`;
const NOT_EXPIRED_SQL = 'used_at is null and expires_at > now()';

/**
 * Inserts a link and deletes earlier ones for the same purpose and address. Joins are replaced only from the same browser, so
 * that nobody replaces somebody else's join. @returns the id, for the job that writes the email
 */
export async function requestLink(transaction: Transaction, link: LinkRequest): Promise<string> {
  const key = emailKey(link.email);
  const browserDigest = link.browserDigest ?? null;
  await transaction.execute({
    text: 'delete from verification_tokens where email_key = $1 and purpose = $2 and browser_hash is not distinct from $3',
    values: [key, link.purpose, browserDigest],
  });
  const row = await transaction.queryOne<{ id: string }>({
    text: `insert into verification_tokens (purpose, email, email_key, data, origin, return_to, browser_hash, customer_id, expires_at)
      select purpose, $2, $3, $4, $5, $6, $7, $8, now() + ${LIFETIME} from (select $1::text as purpose) given returning id`,
    values: [link.purpose, link.email, key, JSON.stringify(link.data), link.origin, link.returnTo, browserDigest, link.customerId ?? null],
  });
  if (!row) throw new Error('insert of a link returned no row');
  return row.id;
}

/**
 * Renews a pending join for another hour: the one from the same browser, else the latest.
 * @returns its id; null if no unused join exists
 */
export async function renewJoin(db: Queryable, email: string, browserDigest: string | null): Promise<string | null> {
  const row = await db.queryOne<{ id: string }>({
    text: `update verification_tokens set token_hash = null, expires_at = now() + ${LIFETIME} where id = (
        select id from verification_tokens where email_key = $1 and purpose = 'join' and used_at is null
        order by browser_hash is distinct from $2, created_at desc limit 1)
      returning id`,
    values: [emailKey(email), browserDigest],
  });
  return row?.id ?? null;
}

/** Creates the token of a link, for its email. A second call replaces the token. @returns null if the link has expired */
export async function armLink(db: Queryable, id: string): Promise<{ link: OneTimeLink; token: string } | null> {
  const token = randomBytes(32).toString('base64url');
  const link = await db.queryOne<OneTimeLink>({
    text: `update verification_tokens set token_hash = $2, expires_at = now() + ${LIFETIME} where id = $1 and ${NOT_EXPIRED_SQL} returning ${COLUMNS}`,
    values: [id, hashToken(token)],
  });
  return link && { link, token };
}

/** Finds the link of a token if it is unused and not expired. */
export const findLink = (db: Queryable, token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | null> =>
  db.queryOne<OneTimeLink>({
    name: 'one-time-link.findLink',
    text: `select ${COLUMNS} from verification_tokens where token_hash = $1 and purpose = any($2) and ${NOT_EXPIRED_SQL}`,
    values: [hashToken(token), purposes],
  });

/** Marks a link as used. @returns null if it has expired or was used already */
export const useLink = (transaction: Transaction, token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | null> =>
  transaction.queryOne<OneTimeLink>({
    name: 'one-time-link.useLink',
    text: `update verification_tokens set used_at = now() where token_hash = $1 and purpose = any($2) and ${NOT_EXPIRED_SQL} returning ${COLUMNS}`,
    values: [hashToken(token), purposes],
  });

/** Deletes all pending joins with an address, once an account has it. */
export const endJoins = (transaction: Transaction, email: string): Promise<number> =>
  transaction.execute({ text: "delete from verification_tokens where email_key = $1 and purpose = 'join'", values: [emailKey(email)] });

/** Deletes all links that undo a change of the customer's email. */
export const deleteUndoLinks = (transaction: Transaction, customerId: number): Promise<number> =>
  transaction.execute({ text: "delete from verification_tokens where customer_id = $1 and purpose = 'undo-email'", values: [customerId] });
