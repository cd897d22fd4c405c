/** SQL of planned notifications. */
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import type { Tier } from '#domains/customers/identity/model/tiers.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { PushMessage } from '../model/message.ts';
import type { Subscription } from './subscription.repository.ts';

export interface PlannedMessage {
  readonly endpoint: string;
  readonly kind: 'cart' | 'price';
  readonly subject_key: string;
  readonly message: PushMessage;
}

/** SQL of the state of an abandoned cart, the `subject_key` of its message. */
const CART_STATE = "c.id::text || ':' || c.version";

const PLAN = `insert into push_messages (endpoint, kind, subject_key, message)
  select endpoint, kind, subject_key, message from jsonb_to_recordset($1::jsonb) as given (endpoint text, kind text, subject_key text, message jsonb)
  where exists (select 1 from push_subscriptions s where s.endpoint = given.endpoint)
  on conflict do nothing`;

/** Saves messages of browsers that are still subscribed, each state once. @returns how many */
export const savePlanned = (db: Queryable, planned: readonly PlannedMessage[]): Promise<number> =>
  db.execute({ text: PLAN, values: [JSON.stringify(planned)] });

interface AbandonedCart {
  readonly endpoint: string;
  readonly subject_key: string;
  readonly cart_item: string;
  readonly cart_image: string;
}

/** Finds carts without a change for the given minutes, up to a week, of browsers that were not reminded of this state. */
export function findAbandonedCarts(database: Database, minutes: number): Promise<AbandonedCart[]> {
  return database.queryMany<AbandonedCart>({
    text: `select s.endpoint, ${CART_STATE} as subject_key, s.cart_item, s.cart_image
      from push_subscriptions s join carts c on c.id = s.cart_id and c.market = s.market
      where s.cart_item <> '' and c.updated_at < now() - make_interval(mins => $1) and c.updated_at > now() - interval '7 days'
        and exists (select 1 from cart_lines l where l.cart_id = c.id)
        and not exists (select 1 from push_messages m where m.endpoint = s.endpoint and m.kind = 'cart' and m.subject_key = ${CART_STATE})
      limit 1000`,
    values: [minutes],
  });
}

export interface PriceDropRow {
  readonly endpoint: string;
  readonly market: Market;
  readonly record: OfferRecord;
  readonly image: string;
  readonly from_cents: number;
  readonly to_cents: number;
  /** Null for a guest's browser. */
  readonly customer_id: number | null;
  readonly group: 'STAFF' | null;
  readonly tier: Tier | null;
}

/** Finds favourites that cost less than when their browsers were last notified. Locks the prices, so that no drop is notified twice. */
export async function findPriceDrops(transaction: Transaction): Promise<PriceDropRow[]> {
  await transaction.execute({ text: "select pg_advisory_xact_lock(hashtext('push prices'))" });
  return transaction.queryMany<PriceDropRow>({
    text: `select s.endpoint, s.market, o.record, o.summary->>'imageUrl' as image, w.pack_price as from_cents, p.pack_price as to_cents,
      s.customer_id, c.customer_group as "group", m.tier
      from push_notified_prices w
      join offer_prices p on p.offer_id = w.offer_id and p.market = w.market and p.pack_price < w.pack_price
      join offers o on o.offer_id = w.offer_id and o.inventory_status <> 'SOLD_OUT'
        and (o.starts_at is null or o.starts_at <= now()) and (o.ends_at is null or now() < o.ends_at)
      join favourites f on f.offer_id = w.offer_id and f.market = w.market
      join push_subscriptions s on s.market = f.market
        and (s.customer_id = f.customer_id or (s.customer_id is null and s.guest_id = f.guest_id))
      left join customers c on c.id = s.customer_id
      left join customer_markets m on m.customer_id = s.customer_id and m.market = s.market`,
  });
}

/** Saves the current prices of all favourites as notified. */
export async function saveNotifiedPrices(transaction: Transaction): Promise<void> {
  await transaction.execute({
    text: `insert into push_notified_prices (offer_id, market, pack_price)
      select distinct p.offer_id, p.market, p.pack_price from favourites f
        join offer_prices p on p.offer_id = f.offer_id and p.market = f.market
        join push_subscriptions s on s.market = f.market
          and (s.customer_id = f.customer_id or (s.customer_id is null and s.guest_id = f.guest_id))
      on conflict (offer_id, market) do update set pack_price = excluded.pack_price where push_notified_prices.pack_price <> excluded.pack_price`,
  });
  await transaction.execute({
    text: `delete from push_notified_prices w where not exists (select 1 from favourites f where f.offer_id = w.offer_id and f.market = w.market)`,
  });
}

export interface ClaimedMessage extends Subscription {
  readonly id: number;
  readonly message: PushMessage;
  readonly attempts: number;
  /** When the browser was last notified before this message; null for never. */
  readonly before: Date | null;
}

const MAX_AT_ONCE = 50;

/** Days for which a message that was not sent is stored. */
const UNSENT_RETENTION_DAYS = 2;

/** Deletes stale messages: of carts that changed, and old ones that were not sent. @returns how many */
export const purgeStaleMessages = (database: Database): Promise<number> =>
  database.execute({
    text: `delete from push_messages m where sent_at is null and (created_at < now() - interval '${UNSENT_RETENTION_DAYS} days'
      or kind = 'cart' and not exists (select 1 from carts c where ${CART_STATE} = m.subject_key))`,
  });

/** Returns the state of the shopper or of the cart's delivery; empty if unknown or without its own time zone. */
const REGION = `coalesce((select k.region from (select coalesce(
    (select a.state from customer_addresses a where a.customer_id = s.customer_id and a.market = s.market order by a.is_default desc, a.id limit 1),
    (select c.region from carts c where c.id = s.cart_id)) as region) k
  where s.market || ' ' || k.region = any($3)), '')`;

/**
 * Claims the messages to send now, one per browser. A claimed message counts as sent, so that a killed process notifies nobody twice. It
 * is released if the push service rejects it.
 */
export const claimMessages = (
  database: Database,
  awake: readonly string[],
  hoursBetween: number,
  all: readonly string[],
): Promise<ClaimedMessage[]> =>
  database.transaction((transaction) =>
    transaction.queryMany<ClaimedMessage>({
      text: `with ready as (
          select endpoint, last_sent_at from push_subscriptions s
          where (last_sent_at is null or last_sent_at < now() - make_interval(hours => $2))
            and exists (select 1 from push_messages m where m.endpoint = s.endpoint and sent_at is null and send_after <= now())
            and s.market || ' ' || ${REGION} = any($1)
          order by endpoint limit ${MAX_AT_ONCE} for update skip locked
        ), first as (
          select distinct on (m.endpoint) m.id, m.endpoint from push_messages m join ready using (endpoint)
          where m.sent_at is null and m.send_after <= now() order by m.endpoint, m.kind desc, m.id
        ), picked as (
          update push_messages m set sent_at = now(), attempts = attempts + 1 from first where m.id = first.id
          returning m.id, m.endpoint, m.message, m.attempts
        )
        update push_subscriptions s set last_sent_at = now() from picked, ready where s.endpoint = picked.endpoint and ready.endpoint = s.endpoint
        returning picked.id, picked.message, picked.attempts, ready.last_sent_at as before, s.endpoint, s.p256dh, s.auth`,
      values: [awake, hoursBetween, all],
    }),
  );

/** Sets when a browser was last notified. */
export const setLastSent = (transaction: Transaction, endpoint: string, at: Date | null): Promise<number> =>
  transaction.execute({ text: 'update push_subscriptions set last_sent_at = $2 where endpoint = $1', values: [endpoint, at] });

/** Releases a claimed message. Each attempt waits longer. */
export const sendLater = (transaction: Transaction, id: number, attempts: number): Promise<number> =>
  transaction.execute({
    text: "update push_messages set sent_at = null, send_after = now() + interval '1 minute' * power(3, $2::int - 1) where id = $1",
    values: [id, attempts],
  });
