/** Plans notifications about abandoned carts and cheaper favourites, once per state. */

import { GUEST, isVisible } from '#domains/catalogue/model/audience.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { offerPath } from '#domains/catalogue/model/slug.ts';
import { shopperOf } from '#domains/customers/identity/model/shopper.ts';
import { DEFAULT_TIER, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { cartMessage, type PushMessage, priceMessage } from '../model/message.ts';

interface Planned {
  readonly endpoint: string;
  readonly kind: 'cart' | 'price';
  readonly subject_key: string;
  readonly message: PushMessage;
}

/** An abandoned cart; `about` of its message identifies it. */
export const CART_STATE = "c.id::text || ':' || c.version";

const PLAN = `insert into push_messages (endpoint, kind, subject_key, message)
  select endpoint, kind, subject_key, message from jsonb_to_recordset($1::jsonb) as given (endpoint text, kind text, subject_key text, message jsonb)
  where exists (select 1 from push_subscriptions s where s.endpoint = given.endpoint)
  on conflict do nothing`;

/** Plans a reminder of each cart without a change for the given minutes, up to a week. Returns how many. */
export async function planCartReminders(database: Database, minutes: number): Promise<number> {
  const rows = await database.queryMany<{ endpoint: string; subject_key: string; cart_item: string; cart_image: string }>({
    text: `select s.endpoint, ${CART_STATE} as subject_key, s.cart_item, s.cart_image
      from push_subscriptions s join carts c on c.id = s.cart_id and c.market = s.market
      where s.cart_item <> '' and c.updated_at < now() - make_interval(mins => $1) and c.updated_at > now() - interval '7 days'
        and exists (select 1 from cart_lines l where l.cart_id = c.id)
        and not exists (select 1 from push_messages m where m.endpoint = s.endpoint and m.kind = 'cart' and m.subject_key = ${CART_STATE})
      limit 1000`,
    values: [minutes],
  });
  const planned = rows.map(
    ({ endpoint, subject_key, cart_item, cart_image }): Planned => ({
      endpoint,
      kind: 'cart',
      subject_key,
      message: cartMessage(cart_item, cart_image),
    }),
  );
  return planned.length === 0 ? 0 : database.execute({ text: PLAN, values: [JSON.stringify(planned)] });
}

interface Drop {
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

/** Whether the offer is still visible to the customer: tiers change, and offers end. */
const isTheirs = ({ record, market, customer_id, group, tier }: Drop): boolean =>
  isVisible(record, market, customer_id === null ? GUEST : shopperOf(customer_id, group, tier ?? DEFAULT_TIER));

/**
 * Compares the prices of favourites with the last known ones, and plans a message for each browser of a customer whose favourite costs
 * less. Reading and saving run in one transaction under a lock, so that no drop is lost or notified twice. Returns how many.
 */
export const planPriceDrops = (database: Database): Promise<number> =>
  database.transaction(async (transaction) => {
    await transaction.execute({ text: "select pg_advisory_xact_lock(hashtext('push prices'))" });
    const drops = await transaction.queryMany<Drop>({
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
    const planned = drops.filter(isTheirs).map(({ endpoint, market, record, image, from_cents, to_cents }): Planned => {
      const name = `${record.brand} ${fullName({ ...record, isSpirit: CATEGORIES[record.category].isSpirit })}`;
      const url = offerPath(record.brand, record.offerId);
      const message = priceMessage({ market, name, url, image, fromCents: from_cents, toCents: to_cents });
      return { endpoint, kind: 'price', subject_key: `${record.offerId} ${to_cents}`, message };
    });
    if (planned.length > 0) await transaction.execute({ text: PLAN, values: [JSON.stringify(planned)] });
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
    return planned.length;
  });
