/** SQL that limits failed attempts per time window. Subjects are stored as digests. */
import { createHash } from 'node:crypto';
import type { Queryable } from '#lib/db/pool.ts';
import { THROTTLE_MINUTES } from '#lib/throttle-window.ts';

/** Limits of failures per window. */
export const LIMITS = {
  /** Wrong passwords for one email address, with or without an account. */
  password_by_account: 8,
  /** Wrong passwords from one client address. */
  password_by_client: 100,
  /** Successful password sign-ins per minute, because each computes a hash. */
  sign_in_by_account: 10,
  sign_in_by_client: 60,
  /** Emails with links to one address and from one client address. */
  mail_by_account: 5,
  mail_by_client: 40,
  /** Questions after the status of an order, by the email that is asked for and from one client address. Each may send an email. */
  track_by_account: 5,
  track_by_client: 40,
  /** Codes for a change of email, per customer. */
  code_by_account: 5,
  /** Wrong passwords and codes of staff in the office, by account and from one client address. */
  office_by_account: 8,
  office_by_client: 40,
  /** Wrong codes and recovery codes, after the right password. */
  office_code_by_account: 8,
} as const;
export type AttemptKind = keyof typeof LIMITS;

const windowMinutes = (kind: AttemptKind): number => (kind.startsWith('sign_in_') ? 1 : THROTTLE_MINUTES);

export interface Attempt {
  readonly kind: AttemptKind;
  /** Email key, client address or customer id. */
  readonly subject: string;
}

/** Returns the digest by which a subject is stored. */
export const digestOf = ({ kind, subject }: { readonly kind: string; readonly subject: string }): string =>
  createHash('sha256').update(`${kind} ${subject}`).digest('base64url');

/** Adds one to the counter that an insert meets, or starts its next window. */
const COUNT_ONE_MORE = `on conflict (kind, subject_hash) do update set
  count = case when rate_limit_counters.window_ends_at > now() then rate_limit_counters.count + 1 else 1 end,
  window_ends_at = case when rate_limit_counters.window_ends_at > now() then rate_limit_counters.window_ends_at else excluded.window_ends_at end`;
const MS_LEFT = 'ceil(extract(epoch from window_ends_at - now()) * 1000)::int as "msLeft"';

/**
 * Counts an attempt against each limit before it is made, so that concurrent attempts cannot exceed it.
 * @returns true if all limits allow it
 */
export async function claimAttempt(db: Queryable, attempts: readonly Attempt[]): Promise<boolean> {
  const rows = await db.queryMany<{ kind: AttemptKind; count: number }>({
    name: 'throttle.claimAttempt',
    text: `insert into rate_limit_counters (kind, subject_hash, count, window_ends_at)
      select kind, digest, 1, now() + make_interval(mins => minutes)
        from unnest($1::text[], $2::text[], $3::int[]) as given (kind, digest, minutes) order by digest
      ${COUNT_ONE_MORE}
      returning kind, count`,
    values: [attempts.map(({ kind }) => kind), attempts.map(digestOf), attempts.map(({ kind }) => windowMinutes(kind))],
  });
  return rows.every(({ kind, count }) => count <= LIMITS[kind]);
}

/** Takes an attempt back that was not made or did not fail. */
export async function releaseAttempt(db: Queryable, attempts: readonly Attempt[]): Promise<void> {
  await db.execute({
    name: 'throttle.releaseAttempt',
    text: 'update rate_limit_counters set count = greatest(0, count - 1) where subject_hash = any($1)',
    values: [attempts.map(digestOf)],
  });
}

/** Resets the account's count after a success, and takes the attempt back from other counts. */
export async function refundAttempt(db: Queryable, attempts: readonly Attempt[]): Promise<void> {
  const [accounts, others] = [true, false].map((isAccount) =>
    attempts.filter(({ kind }) => kind.endsWith('_by_account') === isAccount).map(digestOf),
  );
  await db.execute({
    name: 'throttle.refundAttempt',
    text: `with forgotten as (delete from rate_limit_counters where subject_hash = any($1))
      update rate_limit_counters set count = greatest(0, count - 1) where subject_hash = any($2)`,
    values: [accounts, others],
  });
}

/** Calls, or failed ones, since a window of a minute began. */
export interface CallCount {
  readonly count: number;
  /** Time in ms until the window ends. */
  readonly msLeft: number;
}

/** Counts a call of a client, or of whoever else is the subject, in a window of a minute that all processes share. */
export async function countCall(db: Queryable, kind: string, subject: string): Promise<CallCount> {
  const row = await db.queryOne<CallCount>({
    name: 'throttle.countCall',
    text: `insert into rate_limit_counters (kind, subject_hash, count, window_ends_at) values ($1, $2, 1, now() + interval '1 minute')
      ${COUNT_ONE_MORE} returning count, ${MS_LEFT}`,
    values: [kind, digestOf({ kind, subject })],
  });
  if (!row) throw new Error('a counted call has no count');
  return row;
}

/** Returns the calls that were counted in the current window. */
export async function readCalls(db: Queryable, kind: string, subject: string): Promise<CallCount> {
  const row = await db.queryOne<CallCount>({
    name: 'throttle.readCalls',
    text: `select count, ${MS_LEFT}
      from rate_limit_counters where kind = $1 and subject_hash = $2 and window_ends_at > now()`,
    values: [kind, digestOf({ kind, subject })],
  });
  return row ?? { count: 0, msLeft: 0 };
}
