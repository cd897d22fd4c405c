/** The SQL of the outbox of order webhooks: each event becomes one delivery per receiver. Deliveries are leased, sent and ended. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** Events of placed orders that receivers are sent. */
export const ANNOUNCED = [
  'placed',
  'shipped',
  'marked',
  'cancelled',
  'delivery_changed',
  'items_changed',
  'ready_to_collect',
  'collected',
  'refund_intended',
  'refunded',
  'refund_refused',
  'disputed',
  'dispute_updated',
  'dispute_won',
  'dispute_lost',
] as const;

/** Maximum attempts per message. With the delays between them they take about two days. */
export const MAX_ATTEMPTS = 16;
/** Duration of a lease in seconds. Afterwards another process may take the message. */
const LEASE = 60;

export interface Delivery {
  readonly id: string;
  readonly url: string;
  readonly attempts: number;
  readonly eventId: number;
  readonly event: string;
  readonly at: Date;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly orderId: string;
}

/** Creates deliveries of new events, or discards the events if there is no receiver. @returns how many were created */
export const expandAnnouncements = (db: Queryable, urls: readonly string[]): Promise<number> =>
  db.execute({
    name: 'webhook.expandAnnouncements',
    text: `with announced as (delete from webhook_dispatches where event_id in
        (select event_id from webhook_dispatches order by event_id limit 500 for update skip locked) returning event_id)
      insert into webhook_deliveries (event_id, url) select e.id, u.url from announced a join order_events e on e.id = a.event_id
        join orders o on o.id = e.order_id cross join unnest($1::text[]) as u (url) where o.number is not null and e.event = any($2)
      order by e.id on conflict do nothing`,
    values: [urls, ANNOUNCED],
  });

/** Leases due messages in the order of their events. */
export const leaseDeliveries = (db: Queryable, limit: number): Promise<Delivery[]> =>
  db.queryMany<Delivery>({
    name: 'webhook.leaseDeliveries',
    text: `with due as (select id from webhook_deliveries where state = 'pending' and next_attempt_at <= now() order by event_id limit $1 for update skip locked),
      taken as (update webhook_deliveries d set attempts = attempts + 1, next_attempt_at = now() + interval '${LEASE} seconds' from due where d.id = due.id returning d.*)
      select t.id, t.url, t.attempts, t.event_id as "eventId", e.event, e.at, e.actor, e.data, e.order_id as "orderId"
      from taken t join order_events e on e.id = t.event_id order by t.event_id`,
    values: [limit],
  });

/** Marks a message as delivered. */
export const deliveryTaken = (db: Queryable, id: string, response: string): Promise<number> =>
  db.execute({
    name: 'webhook.deliveryTaken',
    text: "update webhook_deliveries set state = 'delivered', last_response = $2, finished_at = now() where id = $1 and state = 'pending'",
    values: [id, response],
  });

/** Schedules the next attempt, or gives up. The delay doubles up to six hours. */
export const deliveryFailed = (db: Queryable, id: string, response: string): Promise<number> =>
  db.execute({
    name: 'webhook.deliveryFailed',
    text: `update webhook_deliveries set last_response = $2, state = case when attempts >= ${MAX_ATTEMPTS} then 'failed' else 'pending' end,
      finished_at = case when attempts >= ${MAX_ATTEMPTS} then now() end,
      next_attempt_at = now() + least(interval '5 seconds' * 2 ^ least(attempts - 1, 20), interval '6 hours') where id = $1 and state = 'pending'`,
    values: [id, response],
  });

/** Days for which delivered messages are stored. */
const DELIVERED_RETENTION_DAYS = 30;

/** Deletes messages that were delivered long ago. @returns how many */
export const purgeWebhooks = (db: Queryable): Promise<number> =>
  db.execute({
    text: `delete from webhook_deliveries where state = 'delivered' and finished_at < now() - interval '${DELIVERED_RETENTION_DAYS} days'`,
  });

export interface ListedDelivery {
  readonly id: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly event: string;
  readonly number: number;
  readonly market: string;
  readonly url: string;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastResponse: string;
}

/** Lists messages by state, the newest first. */
export const listDeliveries = (db: Queryable, states: readonly string[], limit: number): Promise<ListedDelivery[]> =>
  db.queryMany<ListedDelivery>({
    text: `select d.id, d.state, e.event, o.number, o.market, d.url, d.attempts, d.next_attempt_at as "nextAttemptAt", d.last_response as "lastResponse"
      from webhook_deliveries d join order_events e on e.id = d.event_id join orders o on o.id = e.order_id
      where d.state = any($1) and o.number is not null order by d.event_id desc limit $2`,
    values: [states, limit],
  });

/** Resets failed messages: one, or all if `id` is null. @returns which */
export const reviveDeliveries = (db: Queryable, id: string | null): Promise<{ readonly id: string; readonly market: Market }[]> =>
  db.queryMany<{ readonly id: string; readonly market: Market }>({
    text: `update webhook_deliveries d set state = 'pending', attempts = 0, next_attempt_at = now(), finished_at = null
      from order_events e join orders o on o.id = e.order_id
      where e.id = d.event_id and d.state = 'failed' and ($1::uuid is null or d.id = $1) returning d.id, o.market`,
    values: [id],
  });
