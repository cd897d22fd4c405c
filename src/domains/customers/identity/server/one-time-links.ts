/**
 * Links sent by mail, good once and for a limited time. A row is written when one is asked for; the token is made when the mail
 * is written and stands in it alone, here is its digest.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';

export type LinkPurpose = 'join' | 'verify' | 'reset' | 'undo-email';

const LINK_MINUTES = 60;
/** A change of email can be taken back for a week: mail to an old address is not read every day. */
export const UNDO_EMAIL_DAYS = 7;
/** SQL: how long a link of the column `purpose` is good for. */
const LIFETIME = `case purpose when 'undo-email' then interval '${UNDO_EMAIL_DAYS} days' else interval '${LINK_MINUTES} minutes' end`;

export interface LinkRequest {
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** For `join`: the account to be. For `undo-email`: the new address. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Where the link leads: the site it was asked for on. */
  readonly origin: string;
  readonly returnTo: string;
  /** For `join`: digest of the value in the browser that asked. */
  readonly browserDigest?: string;
  /** For `undo-email`: whose address it was. */
  readonly customerId?: number;
}

export interface OneTimeLink extends Omit<LinkRequest, 'browserDigest' | 'customerId'> {
  readonly id: string;
  readonly browserDigest: string | null;
  readonly customerId: number | null;
  readonly createdAt: Date;
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const COLUMNS = `id, purpose, email, data, origin, return_to as "returnTo", browser_digest as "browserDigest", customer_id as "customerId",
  created_at as "createdAt"`;
const NOT_EXPIRED_SQL = 'used_at is null and expires_at > now()';

/**
 * Asks for a link. Earlier ones for the same purpose and address end; joins only where the same browser asked, so that nobody
 * replaces the join of somebody else. Gives its id, for the job that writes the mail.
 */
export async function requestLink(transaction: Transaction, link: LinkRequest): Promise<string> {
  const key = emailKey(link.email);
  const browserDigest = link.browserDigest ?? null;
  await transaction.execute({
    text: 'delete from one_time_links where email_key = $1 and purpose = $2 and browser_digest is not distinct from $3',
    values: [key, link.purpose, browserDigest],
  });
  const row = await transaction.queryOne<{ id: string }>({
    text: `insert into one_time_links (purpose, email, email_key, data, origin, return_to, browser_digest, customer_id, expires_at)
      select purpose, $2, $3, $4, $5, $6, $7, $8, now() + ${LIFETIME} from (select $1::text as purpose) given returning id`,
    values: [link.purpose, link.email, key, JSON.stringify(link.data), link.origin, link.returnTo, browserDigest, link.customerId ?? null],
  });
  if (!row) throw new Error('a link was inserted and did not come back');
  return row.id;
}

/**
 * Gives a request to join with an address another hour: that of the same browser, else the latest. Null where there is none
 * that was never used. Gives its id.
 */
export async function renewJoin(db: Queryable, email: string, browserDigest: string | null): Promise<string | null> {
  const row = await db.queryOne<{ id: string }>({
    text: `update one_time_links set token_digest = null, expires_at = now() + ${LIFETIME} where id = (
        select id from one_time_links where email_key = $1 and purpose = 'join' and used_at is null
        order by browser_digest is distinct from $2, created_at desc limit 1)
      returning id`,
    values: [emailKey(email), browserDigest],
  });
  return row?.id ?? null;
}

/** Make the token of a link, for its mail; null where the link has ended meanwhile. A second call replaces the token. */
export async function armLink(db: Queryable, id: string): Promise<{ link: OneTimeLink; token: string } | null> {
  const token = randomBytes(32).toString('base64url');
  const link = await db.queryOne<OneTimeLink>({
    text: `update one_time_links set token_digest = $2, expires_at = now() + ${LIFETIME} where id = $1 and ${NOT_EXPIRED_SQL} returning ${COLUMNS}`,
    values: [id, digestOf(token)],
  });
  return link && { link, token };
}

/** The living link of a token, without using it. */
export const findLink = (db: Queryable, token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | null> =>
  db.queryOne<OneTimeLink>({
    name: 'link.find',
    text: `select ${COLUMNS} from one_time_links where token_digest = $1 and purpose = any($2) and ${NOT_EXPIRED_SQL}`,
    values: [digestOf(token), purposes],
  });

/** Use a link up; null where it has ended or somebody was faster. */
export const useLink = (transaction: Transaction, token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | null> =>
  transaction.queryOne<OneTimeLink>({
    name: 'link.use',
    text: `update one_time_links set used_at = now() where token_digest = $1 and purpose = any($2) and ${NOT_EXPIRED_SQL} returning ${COLUMNS}`,
    values: [digestOf(token), purposes],
  });

/** Ends every other join with an address, once an account has it. */
export const endJoins = (transaction: Transaction, email: string): Promise<number> =>
  transaction.execute({ text: "delete from one_time_links where email_key = $1 and purpose = 'join'", values: [emailKey(email)] });
