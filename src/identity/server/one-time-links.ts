/**
 * Links sent by mail, good once and for an hour. A row is written when one is asked for; the token is made when the mail is
 * written and stands in it alone, here is its digest.
 */
import { createHash, randomBytes } from 'node:crypto';
import { emailKey } from '../../platform/email.ts';
import type { Queries, Transaction } from '../../platform/server/database/pool.ts';

export const LINK_MINUTES = 60;

export type LinkPurpose = 'join' | 'verify' | 'reset';

export interface LinkRequest {
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** For `join`: the account to be. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Where the link leads: the site it was asked for on. */
  readonly origin: string;
  readonly returnTo: string;
}

interface OneTimeLink extends LinkRequest {
  readonly id: string;
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const COLUMNS = 'id, purpose, email, data, origin, return_to as "returnTo"';
const ALIVE = 'used_at is null and expires_at > now()';

/** Ask for a link; earlier ones for the same purpose and address end. Gives its id, for the job that writes the mail. */
export async function askForLink(transaction: Transaction, link: LinkRequest): Promise<string> {
  const key = emailKey(link.email);
  await transaction.run({ text: 'delete from one_time_links where email_key = $1 and purpose = $2', values: [key, link.purpose] });
  const row = await transaction.row<{ id: string }>({
    text: `insert into one_time_links (purpose, email, email_key, data, origin, return_to, expires_at)
      values ($1, $2, $3, $4, $5, $6, now() + interval '${LINK_MINUTES} minutes') returning id`,
    values: [link.purpose, link.email, key, JSON.stringify(link.data), link.origin, link.returnTo],
  });
  if (!row) throw new Error('a link was inserted and did not come back');
  return row.id;
}

/** Give the request to join of an address another hour; null where there is none that was never used. Gives its id. */
export async function renewJoin(queries: Queries, email: string): Promise<string | null> {
  const row = await queries.row<{ id: string }>({
    text: `update one_time_links set token_digest = null, expires_at = now() + interval '${LINK_MINUTES} minutes'
      where email_key = $1 and purpose = 'join' and used_at is null returning id`,
    values: [emailKey(email)],
  });
  return row?.id ?? null;
}

/** Make the token of a link, for its mail; null where the link has ended meanwhile. A second call replaces the token. */
export async function armLink(queries: Queries, id: string): Promise<{ link: OneTimeLink; token: string } | null> {
  const token = randomBytes(32).toString('base64url');
  const link = await queries.row<OneTimeLink>({
    text: `update one_time_links set token_digest = $2, expires_at = now() + interval '${LINK_MINUTES} minutes' where id = $1 and ${ALIVE} returning ${COLUMNS}`,
    values: [id, digestOf(token)],
  });
  return link && { link, token };
}

/** The living link of a token, without using it. */
export const findLink = (queries: Queries, token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | null> =>
  queries.row<OneTimeLink>({
    name: 'link.find',
    text: `select ${COLUMNS} from one_time_links where token_digest = $1 and purpose = any($2) and ${ALIVE}`,
    values: [digestOf(token), purposes],
  });

/** Use a link up; null where it has ended or somebody was faster. */
export const useLink = (transaction: Transaction, token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | null> =>
  transaction.row<OneTimeLink>({
    name: 'link.use',
    text: `update one_time_links set used_at = now() where token_digest = $1 and purpose = any($2) and ${ALIVE} returning ${COLUMNS}`,
    values: [digestOf(token), purposes],
  });
