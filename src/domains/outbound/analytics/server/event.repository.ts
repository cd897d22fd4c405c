/** Stores events of many requests in one statement, in a partition per day. */

import { LRUCache } from 'lru-cache';
import { type CollectedEvent, EVENT_QUOTA } from '#domains/outbound/analytics/model/collected-event.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type ClientQuota, claimBytes } from './event-quota.repository.ts';

/** Who sent events, and how many bytes. */
export interface EventSender {
  readonly client: string;
  readonly bytes: number;
}

export interface EventStore {
  /**
   * Resolves when the events are in the tables.
   * @throws ClientQuotaReached, DailyCapReached, or an error if the database is down
   */
  save(market: Market, events: readonly CollectedEvent[], sender: EventSender): Promise<void>;
  /** Returns the seconds that a client has to wait which this process has refused; 0 for others. */
  waitOf(client: string): number;
}

/** The client sent more bytes than it may. */
export class ClientQuotaReached extends Error {
  override name = 'ClientQuotaReached';
  readonly waitSeconds: number;
  constructor(waitSeconds: number) {
    super('a client sent too many bytes of events');
    this.waitSeconds = waitSeconds;
  }
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
  /** Bytes per day of all clients. */
  readonly dailyBytes: number;
  /** Bytes of each client. */
  readonly quota?: ClientQuota;
}

/** Events that arrive within this time are written together, milliseconds. */
const GATHER_MS = 20;
/** Refused clients that a process remembers, so that it need not read what they send next. */
const MAX_REFUSED = 50_000;

interface Waiting {
  readonly sender: EventSender;
  readonly rows: readonly (CollectedEvent & { readonly market: Market })[];
  readonly done: (failure?: unknown) => void;
}

/** Creates the partition of a day, by a function of the owner of the database: this process may run without rights to change the schema. */
const makePartition = (database: Database, day: string): Promise<number> =>
  database.execute({ name: 'event.makePartition', text: 'select create_event_partition($1)', values: [day] });

interface ClientEvents {
  readonly client: string;
  sent: number;
  readonly rows: Waiting['rows'][number][];
}

/** Puts together what each client sent. */
function groupByClient(group: readonly Waiting[]): ClientEvents[] {
  const byClient = new Map<string, ClientEvents>();
  for (const { sender, rows } of group) {
    const own = byClient.get(sender.client) ?? { client: sender.client, sent: 0, rows: [] };
    byClient.set(sender.client, own);
    own.sent += sender.bytes;
    for (const row of rows) own.rows.push(row);
  }
  return [...byClient.values()];
}

export function eventStore(database: Database, { isForwarded, dailyBytes, quota = EVENT_QUOTA }: EventStoreOptions): EventStore {
  const known = new Set<string>();
  /** Until when each refused client has to wait, in ms. */
  const refused = new LRUCache<string, number>({ max: MAX_REFUSED });
  let waiting: Waiting[] = [];
  let isGathering = false;

  /** @returns the seconds that each refused client has to wait. The events of others are in the tables */
  async function write(group: readonly Waiting[]): Promise<ReadonlyMap<string, number>> {
    const sent = groupByClient(group).map((own) => ({ ...own, json: JSON.stringify(own.rows) }));
    const claims = sent.map(({ json, ...own }) => ({ ...own, stored: Buffer.byteLength(json) }));
    const { waits, isFull } = await claimBytes(database, claims, quota, dailyBytes);
    if (isFull) throw new DailyCapReached(dailyBytes);
    const accepted = sent.filter(({ client }) => !waits.has(client));
    if (accepted.length === 0) return waits;
    for (const day of new Set(accepted.flatMap(({ rows }) => rows.map((row) => row.day)))) {
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
      values: [`[${accepted.map(({ json }) => json.slice(1, -1)).join(',')}]`, isForwarded()],
    });
    return waits;
  }

  async function flush(): Promise<void> {
    isGathering = false;
    const group = waiting;
    waiting = [];
    try {
      const waits = await write(group);
      for (const [client, seconds] of waits) refused.set(client, Date.now() + seconds * 1_000);
      for (const { sender, done } of group) {
        const wait = waits.get(sender.client);
        done(wait === undefined ? undefined : new ClientQuotaReached(wait));
      }
    } catch (error) {
      // The partition may have been dropped in the meantime.
      known.clear();
      for (const { done } of group) done(error ?? new Error('events were not kept'));
    }
  }

  return {
    waitOf: (client) => Math.max(0, Math.ceil(((refused.get(client) ?? 0) - Date.now()) / 1_000)),
    save: (market, events, sender) =>
      events.length === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            const rows = events.map((event) => ({ ...event, market }));
            waiting.push({ sender, rows, done: (failure) => (failure === undefined ? resolve() : reject(failure)) });
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
