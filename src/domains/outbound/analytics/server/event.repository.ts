/** Stores events of many requests in one statement, in a partition per day. */

import type { CollectedEvent } from '#domains/outbound/analytics/model/collected-event.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface EventStore {
  /** Resolves when the events are in the tables. @throws DailyCapReached, or an error if the database is down */
  save(market: Market, events: readonly CollectedEvent[]): Promise<void>;
}

/** The day's events exceed the daily cap. */
export class DailyCapReached extends Error {
  override name = 'DailyCapReached';
  constructor(bytes: number) {
    super(`more than ${bytes} bytes of events came today (ANALYTICS_DAILY_MB)`);
  }
}

export interface EventStoreOptions {
  /** Returns true while events are forwarded to the customer-data service. */
  readonly isForwarded: () => boolean;
  /** Bytes per day over all processes. */
  readonly dailyBytes: number;
}

/** Events that arrive within this time are written together, milliseconds. */
const GATHER_MS = 20;

interface Waiting {
  readonly rows: readonly (CollectedEvent & { readonly market: Market })[];
  readonly done: (failure?: unknown) => void;
}

/** Creates the partition of a day, by a function of the owner of the database: this process may run without rights to change the schema. */
const makePartition = (database: Database, day: string): Promise<number> =>
  database.execute({ name: 'event.makePartition', text: 'select create_event_partition($1)', values: [day] });

/** Adds to the day's volume. @throws DailyCapReached if it would exceed the cap */
async function claimVolume(database: Database, bytes: number, dailyBytes: number): Promise<void> {
  const claimed = await database.execute({
    name: 'event.claimVolume',
    text: `insert into analytics_volume (day, bytes) values ((now() at time zone 'utc')::date, $1)
      on conflict (day) do update set bytes = analytics_volume.bytes + excluded.bytes where analytics_volume.bytes + excluded.bytes <= $2`,
    values: [bytes, dailyBytes],
  });
  if (claimed === 0 || bytes > dailyBytes) throw new DailyCapReached(dailyBytes);
}

export function eventStore(database: Database, { isForwarded, dailyBytes }: EventStoreOptions): EventStore {
  const known = new Set<string>();
  let waiting: Waiting[] = [];
  let isGathering = false;

  async function write(rows: Waiting['rows']): Promise<void> {
    const json = JSON.stringify(rows);
    await claimVolume(database, Buffer.byteLength(json), dailyBytes);
    for (const day of new Set(rows.map((row) => row.day))) {
      if (known.has(day)) continue;
      await makePartition(database, day);
      known.add(day);
    }
    await database.execute({
      name: 'event.write',
      text: `insert into analytics_events (day, message_id, type, name, anonymous_id, user_id, market, happened_at, event, forward_at)
        select day, "messageId", type, name, "anonymousId", "userId", market, "happenedAt", event, case when $2 then now() end
        from jsonb_to_recordset($1::jsonb) as given (day date, "messageId" text, type text, name text, "anonymousId" text, "userId" text,
          market text, "happenedAt" timestamptz, event jsonb)
        on conflict do nothing`,
      values: [json, isForwarded()],
    });
  }

  async function flush(): Promise<void> {
    isGathering = false;
    const group = waiting;
    waiting = [];
    const failure = await write(group.flatMap(({ rows }) => rows)).then(
      () => undefined,
      (error: unknown) => {
        // The partition may have been dropped in the meantime.
        known.clear();
        return error ?? new Error('events were not kept');
      },
    );
    for (const { done } of group) done(failure);
  }

  return {
    save: (market, events) =>
      events.length === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            const rows = events.map((event) => ({ ...event, market }));
            waiting.push({ rows, done: (failure) => (failure === undefined ? resolve() : reject(failure)) });
            if (isGathering) return;
            isGathering = true;
            setTimeout(() => void flush(), GATHER_MS);
          }),
  };
}

/** Drops daily partitions of events that ended more than `days` ago. @returns how many */
export async function purgeEvents(database: Database, days: number): Promise<number> {
  await database.execute({ text: 'delete from analytics_volume where day < now() - make_interval(days => $1)', values: [days] });
  const row = await database.queryOne<{ dropped: number }>({
    name: 'event.purgeEvents',
    text: 'select drop_event_partitions($1) as dropped',
    values: [days],
  });
  return row?.dropped ?? 0;
}

/** Reads a customer's events for "download my data". They are deleted with the account. */
export const eventData = {
  name: 'visits',
  read: (db: Queryable, { subject }: { readonly subject: string }) =>
    db.queryMany({ text: 'select happened_at, event from analytics_events where user_id = $1 order by happened_at', values: [subject] }),
  async erase(transaction: Transaction, { subject }: { readonly subject: string }): Promise<void> {
    await transaction.execute({ text: 'delete from analytics_events where user_id = $1', values: [subject] });
  },
} as const;
