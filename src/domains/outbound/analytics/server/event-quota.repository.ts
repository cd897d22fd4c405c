/** Limits the bytes of events, per client and per day over all clients, for all processes together (docs/decisions/0188). */

import type { Queryable } from '#lib/db/pool.ts';
import { digestOf } from '#lib/server/throttle.repository.ts';

/** Maximum bytes per client. A window begins with its first event. */
export interface ClientQuota {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface ByteClaim {
  readonly client: string;
  /** Bytes that the client sent. */
  readonly sent: number;
  /** Bytes that are stored of them. */
  readonly stored: number;
}

export interface ClaimResult {
  /** Seconds that each refused client has to wait. */
  readonly waits: ReadonlyMap<string, number>;
  /** True if the accepted events exceed the day's volume. */
  readonly isFull: boolean;
}

const MINUTE = 'event_bytes_by_minute';
const DAY = 'event_bytes_by_day';

/** Adds to the counter of a client, unless it would exceed the limit. */
const addUpTo = (limit: string): string => {
  const running = 'case when c.window_ends_at > now() then c.count else 0 end';
  return `on conflict (kind, subject_hash) do update set count = ${running} + excluded.count,
      window_ends_at = case when c.window_ends_at > now() then c.window_ends_at else excluded.window_ends_at end
    where ${running} + excluded.count <= ${limit}
    returning subject_hash`;
};

/** Counts bytes of several clients, and of those that are within their limits in the day's volume. One claim per client. */
export async function claimBytes(
  db: Queryable,
  claims: readonly ByteClaim[],
  { perMinute, perDay }: ClientQuota,
  dailyBytes: number,
): Promise<ClaimResult> {
  // Rows are locked in the order of their digests, so that processes do not wait for each other in a circle.
  const rows = await db.queryMany<{ client: string; wait: number | null; isCounted: boolean }>({
    name: 'event-quota.claimBytes',
    text: `with given as (
        select * from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as given (client, digest, sent, stored)
      ), by_minute as (
        insert into rate_limit_counters as c (kind, subject_hash, count, window_ends_at)
        select '${MINUTE}', digest, sent, now() + interval '1 minute' from given where sent <= $5 order by digest
        ${addUpTo('$5')}
      ), by_day as (
        insert into rate_limit_counters as c (kind, subject_hash, count, window_ends_at)
        select '${DAY}', digest, sent, now() + interval '1 day' from given join by_minute on subject_hash = digest where sent <= $6 order by digest
        ${addUpTo('$6')}
      ), volume as (
        insert into analytics_volume (day, bytes)
        select (now() at time zone 'utc')::date, sum(stored) from given join by_day on subject_hash = digest having sum(stored) <= $7
        on conflict (day) do update set bytes = analytics_volume.bytes + excluded.bytes where analytics_volume.bytes + excluded.bytes <= $7
        returning day
      )
      select client, exists (select from volume) as "isCounted", case when not exists (select from by_day where subject_hash = digest) then
          greatest(1, coalesce((select ceil(extract(epoch from c.window_ends_at - now())) from rate_limit_counters c where c.subject_hash = digest
            and c.kind = case when exists (select from by_minute where subject_hash = digest) then '${DAY}' else '${MINUTE}' end), 1))::int end as wait
      from given`,
    values: [
      claims.map(({ client }) => client),
      claims.map(({ client }) => digestOf({ kind: 'event_bytes', subject: client })),
      claims.map(({ sent }) => sent),
      claims.map(({ stored }) => stored),
      perMinute,
      perDay,
      dailyBytes,
    ],
  });
  const waits = new Map(rows.flatMap(({ client, wait }) => (wait === null ? [] : [[client, wait] as const])));
  return { waits, isFull: waits.size < claims.length && rows.some(({ isCounted }) => !isCounted) };
}
