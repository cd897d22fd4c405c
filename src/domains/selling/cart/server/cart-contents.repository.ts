/** SQL that reads what a cart needs: its lines, offers and stock, coupons, past purchases, and the customer's default address and card. */
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { PromotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type CartRow, NOT_EXPIRED_SQL } from './cart.repository.ts';
import type { SaleOffer } from './offer-cache.ts';

/** Offer id, the transaction that last changed the offer, stock and reserved stock. */
export type OfferVersion = readonly [offerId: string, changedIn: string, level: number | null, reserved: number | null];

/** Columns of an `OfferVersion`, for an offer `o` and its stock `s`. */
const OFFER_VERSION = 'o.offer_id, o.changed_xid::text, s.level, s.reserved';

/** An offer that a shopper wants to add; `offerId` chooses among several offers of the product. */
export interface RequestedOffer {
  readonly offerId: string | null;
  readonly productId: number;
}

/** A cart with everything that is read in the same statement. */
export interface CartContentsRow extends CartRow {
  readonly lines: readonly (readonly [id: string, quantity: number, seenCents: number | null, gift: unknown, ...offer: OfferVersion])[];
  readonly coupons: PromotionRecord[];
  /** Revision of the active promotions. */
  readonly promotionRevision: string;
  /** Offers of the gifts that the last response listed. */
  readonly given: readonly OfferVersion[] | null;
  readonly requested?: OfferVersion | null;
}

/**
 * Columns of a `CartContentsRow` for a cart `c`. $2 is the market. The limit makes PostgreSQL look each gift up by its id: it expects a
 * hundred gifts and would otherwise read all offers for a join.
 */
const CONTENTS = `c.id, c.version, c.customer_id, c.email, c.region, c.coupon_ids, c.gifts, c.declined_gifts,
  case when c.coupon_ids = '{}' then '[]' else (select coalesce(json_agg(p.record order by array_position(c.coupon_ids, p.id)), '[]')
    from promotions p where p.id = any(c.coupon_ids)) end as coupons,
  (select revision from promotion_revision) as "promotionRevision",
  case when c.gifts <> '[]' then (select json_agg(gift.version) from jsonb_array_elements(c.gifts) g cross join lateral (
    select json_build_array(${OFFER_VERSION}) as version from offers o left join stock_levels s on s.product_id = o.product_id and s.market = $2
    where o.offer_id = g->>'offerId' limit 1) gift) end as given,
  (select coalesce(json_agg(json_build_array(l.id, l.quantity, l.last_seen_price_cents, l.gift_details, ${OFFER_VERSION}) order by l.position), '[]')
    from cart_lines l join offers o on o.offer_id = l.offer_id
    left join stock_levels s on s.product_id = o.product_id and s.market = $2 where l.cart_id = c.id) as lines`;

/** Reads a cart with its contents and the requested offer; null for an unknown cart. */
export const findCartContents = (
  db: Queryable,
  id: string,
  market: Market,
  requested: RequestedOffer | null,
): Promise<CartContentsRow | null> =>
  db.queryOne({
    name: 'cart-contents.findCartContents',
    text: `select ${CONTENTS},
        case when $4::integer is not null then (select json_build_array(${OFFER_VERSION}) from offers o
          join offer_prices p on p.offer_id = o.offer_id and p.market = $2
          left join stock_levels s on s.product_id = o.product_id and s.market = $2
          where o.product_id = $4 and ($3::text is null or o.offer_id = $3)
          order by (o.secret or not o.tiers_eligible && array['GUEST', 'ALL']), o.offer_id limit 1) end as requested
      from carts c where c.id = $1 and c.market = $2`,
    values: [id, market, requested?.offerId ?? null, requested?.productId ?? null],
  });

/**
 * Reads several carts with their contents. Unknown and expired carts are left out. The ids are in a subquery, so that the plan does not
 * depend on how many there are: otherwise PostgreSQL plans every execution, which takes six times as long as running it.
 */
export const findCartsWithContents = (db: Queryable, ids: readonly string[], market: Market): Promise<CartContentsRow[]> =>
  db.queryMany({
    name: 'cart-contents.findCartsWithContents',
    text: `select ${CONTENTS} from carts c where c.id = any((select $1)::uuid[]) and c.market = $2 and ${NOT_EXPIRED_SQL}`,
    values: [ids, market],
  });

type Price = Pick<SaleOffer, 'packPrice' | 'packRrp'>;

/** An offer in the cache: everything but its stock. */
export interface CachedOffer {
  readonly changedIn: string;
  readonly prices: Readonly<Partial<Record<Market, Price>>> | null;
  readonly offer: Omit<SaleOffer, keyof Price | 'level' | 'reserved' | 'boughtBefore'>;
}

/** Reads offers with their prices in every market. */
export const fetchOffers = (db: Queryable, offerIds: readonly string[]): Promise<CachedOffer[]> =>
  db.queryMany<CachedOffer>({
    name: 'cart-contents.fetchOffers',
    text: `select o.changed_xid::text as "changedIn",
        json_build_object('offerId', o.offer_id, 'productId', o.product_id, 'summary', o.summary, 'inventoryStatus', o.inventory_status,
          'orderQuantityMaximum', o.order_quantity_maximum, 'audience', o.audience, 'tiersEligible', o.tiers_eligible, 'secret', o.secret,
          'specialAccess', o.special_access, 'startsAt', o.starts_at, 'endsAt', o.ends_at) as offer,
        (select json_object_agg(p.market, json_build_object('packPrice', p.pack_price, 'packRrp', p.pack_rrp))
          from offer_prices p where p.offer_id = o.offer_id) as prices
      from offers o where o.offer_id = any($1)`,
    values: [offerIds],
  });

/** Reads versions and stock of offers. The limit has the same reason as that of `CONTENTS`. */
export async function fetchOfferVersions(db: Queryable, offerIds: readonly string[], market: Market): Promise<OfferVersion[]> {
  const rows = await db.queryMany<{ version: OfferVersion }>({
    name: 'cart-contents.fetchOfferVersions',
    text: `select found.version from unnest($1::text[]) as requested (id) cross join lateral (
      select json_build_array(${OFFER_VERSION}) as version from offers o left join stock_levels s on s.product_id = o.product_id and s.market = $2
      where o.offer_id = requested.id limit 1) found`,
    values: [offerIds, market],
  });
  return rows.map(({ version }) => version);
}

/** Counts the cases that a customer, or a guest by email, has bought of products, by product id. Those sent again for a claim were not bought. */
export async function countBoughtBefore(
  db: Queryable,
  { id, customer_id: customerId, email }: Pick<CartRow, 'id' | 'customer_id' | 'email'>,
  market: Market,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.queryMany<{ product_id: number; bought: number }>({
    name: 'cart-contents.countBoughtBefore',
    text: `select l.product_id, sum(l.quantity)::int as bought from orders o join order_lines l on l.order_id = o.id
      where o.market = $1 and l.product_id = any($2) and not l.added_by_promotion
        and not exists (select 1 from claim_replacement_lines k where k.order_id = o.id)
        and (o.number is not null and o.status not in ('Cancelled', 'Declined', 'Refunded') or o.status = 'Incomplete' and o.cart_id <> $5)
        and case when $3::integer > 0 then o.customer_id = $3 else mailbox_of(o.email) = mailbox_of($4) end
      group by l.product_id`,
    values: [market, productIds, customerId, email ?? '', id],
  });
  return new Map(rows.map((row) => [row.product_id, row.bought]));
}

/** Details of a customer's account that affect their cart. */
export interface CustomerHome {
  /** The customer has a default address and a default card that has not expired [CART-6]. */
  readonly isOneClickReady: boolean;
  /** State code of the default address; null without one or in a market without states. */
  readonly region: string | null;
}

const NO_HOME: CustomerHome = { isOneClickReady: false, region: null };

/** Reads the default address and card of a customer; guests have neither. */
export async function findCustomerHome(db: Queryable, { customerId }: Shopper, market: Market): Promise<CustomerHome> {
  if (customerId === 0) return NO_HOME;
  const row = await db.queryOne<CustomerHome>({
    name: 'cart-contents.findCustomerHome',
    text: `select nullif(state, '') as region, exists (select 1 from stored_instruments where customer_id = $1 and market = $2 and is_default
        and (expiry_year, expiry_month) >= (extract(year from now())::int, extract(month from now())::int)) as "isOneClickReady"
      from customer_addresses where customer_id = $1 and market = $2 and is_default`,
    values: [customerId, market],
  });
  return row ?? NO_HOME;
}
