/**
 * What is in carts, read in one statement: lines in short, whose offers are kept in memory (sale-offers.ts), coupons, and
 * what promotions there are. Under a change's lock it stands in a transaction; elsewhere carts asked for at once share it.
 */

import { type GiftDetails, giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import { type PromotionRecord, toPromotion } from '#domains/selling/promotions/model/promotion-record.ts';
import { loadActivePromotions } from '#domains/selling/promotions/server/active-promotions.ts';
import { inBatches } from '#lib/db/batch-loader.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CartLine } from '../model/cart.ts';
import { type CartRow, NOT_EXPIRED_SQL } from './cart-repository.ts';
import { isPriced, readOffers, type SaleOffer, SHORT_OFFER, type ShortOffer } from './offer-cache.ts';
import { withPastOrders } from './past-orders.ts';

export interface StoredLine extends SaleOffer {
  readonly id: string;
  readonly quantity: number;
  /** The price the shopper was last told; it stands in for the offer's where that has none here any more. */
  readonly seenCents?: number | null;
  readonly isPriced?: boolean;
  readonly gift?: GiftDetails;
}

export interface CartContents {
  readonly lines: readonly StoredLine[];
  readonly coupons: readonly Promotion[];
  /** Promotions that apply by themselves or tell of themselves, for whomever and whenever. */
  readonly shelf: readonly Promotion[];
  /** The offers of the gifts it has had so far. */
  readonly given: readonly ShortOffer[];
  /** The offer asked for beside the lines; null where it is unknown or has no price in the market. */
  readonly wanted: SaleOffer | null;
}

/** What is read of a cart `c` beside its lines, in a market, $2: its row, its coupons as JSON, the revision of the promotions' shelf, its gifts in short. */
const BESIDE_LINES = `c.id, c.version, c.customer_id, c.email, c.region, c.coupon_ids, c.gifts, c.declined_gifts,
  case when c.coupon_ids = '{}' then '[]' else (select coalesce(json_agg(p.record order by array_position(c.coupon_ids, p.id)), '[]')
    from promotions p where p.id = any(c.coupon_ids)) end as coupons,
  (select revision from promotion_shelf) as shelf,
  case when c.gifts <> '[]' then (select json_agg(json_build_array(${SHORT_OFFER})) from jsonb_array_elements(c.gifts) g
    join offers o on o.offer_id = g->>'offerId' left join stock s on s.product_id = o.product_id and s.market = $2) end as given`;

/** The same with its lines in short. */
const WHOLE = `${BESIDE_LINES},
  (select coalesce(json_agg(json_build_array(l.id, l.quantity, l.seen_cents, l.gift_details, ${SHORT_OFFER}) order by l.position), '[]')
    from cart_lines l join offers o on o.offer_id = l.offer_id
    left join stock s on s.product_id = o.product_id and s.market = $2 where l.cart_id = c.id) as lines`;

/** $3 offer id or null, $4 product id: the offer that is to be added. */
const PENDING_LINE_PREFIX = `case when $4::integer is not null then (select json_build_array(${SHORT_OFFER}) from offers o join offer_prices p on p.offer_id = o.offer_id and p.market = $2
    left join stock s on s.product_id = o.product_id and s.market = $2
    where o.product_id = $4 and ($3::text is null or o.offer_id = $3)
    order by (o.secret or not o.tiers_eligible && array['GUEST', 'ALL']), o.offer_id limit 1) end as wanted`;
const ONE_CART = 'where c.id = $1 and c.market = $2';

interface ContentsRow {
  readonly coupons: PromotionRecord[];
  readonly shelf: string;
  readonly given: readonly ShortOffer[] | null;
  readonly wanted?: ShortOffer | null;
}

interface WholeRow extends ContentsRow, CartRow {
  readonly lines: readonly (readonly [id: string, quantity: number, seenCents: number | null, gift: unknown, ...offer: ShortOffer])[];
}

/** Lines that were read and the offer that is to be added, as rules want them: offers from memory where they have not changed. */
async function toLines(
  db: Queryable,
  market: Market,
  row: Pick<WholeRow, 'lines' | 'wanted'>,
): Promise<Pick<CartContents, 'lines' | 'wanted'>> {
  const short = row.lines.map(([, , , , ...offer]) => offer);
  const offers = await readOffers(db, market, row.wanted ? [...short, row.wanted] : short);
  const lines = row.lines.flatMap(([id, quantity, lastSeenPriceCents, gift, offerId]): StoredLine[] => {
    const offer = offers.get(offerId);
    const packPrice = offer?.packPrice ?? lastSeenPriceCents;
    return offer && packPrice !== null
      ? [
          {
            ...offer,
            id,
            quantity,
            seenCents: lastSeenPriceCents,
            isPriced: offer.packPrice !== null,
            packPrice,
            ...(gift === null ? {} : { gift: giftDetails.parse(gift) }),
          },
        ]
      : [];
  });
  const wanted = row.wanted && offers.get(row.wanted[0]);
  return { lines, wanted: wanted && isPriced(wanted) ? wanted : null };
}

/** What is in a cart, of lines and of what was read beside them. */
async function toContents(
  db: Queryable,
  cart: CartRow,
  market: Market,
  row: ContentsRow,
  read: Pick<CartContents, 'lines' | 'wanted'>,
): Promise<CartContents> {
  return {
    ...(await withPastOrders(db, cart, market, read)),
    coupons: row.coupons.map(toPromotion),
    shelf: await loadActivePromotions(db, row.shelf),
    given: row.given ?? [],
  };
}

export interface FoundCart {
  readonly row: CartRow;
  readonly contents: CartContents;
}

const toFound = async (db: Queryable, market: Market, row: WholeRow): Promise<FoundCart> => ({
  row,
  contents: await toContents(db, row, market, row, await toLines(db, market, row)),
});

/** The offer that is to be added to a cart; of several of a product, `offerId` says which. */
export interface RequestedOffer {
  readonly offerId: string | null;
  readonly productId: number;
}

const valuesOf = (id: string, market: Market, wanted: RequestedOffer | null) => [
  id,
  market,
  wanted?.offerId ?? null,
  wanted?.productId ?? null,
];

const rowWithWanted = (db: Queryable, id: string, market: Market, wanted: RequestedOffer | null): Promise<WholeRow | null> =>
  db.queryOne({
    name: 'cart.contents',
    text: `select ${WHOLE}, ${PENDING_LINE_PREFIX} from carts c ${ONE_CART}`,
    values: valuesOf(id, market, wanted),
  });

/**
 * Read a cart that this transaction has locked, and the offer that is to be added. May be asked together with the lock: it
 * is run after it. Null where there is no such cart.
 */
export async function readLockedCart(
  transaction: Transaction,
  id: string,
  market: Market,
  wanted: RequestedOffer | null,
): Promise<FoundCart | null> {
  const row = await rowWithWanted(transaction, id, market, wanted);
  if (!row) return null;
  return toFound(transaction, market, row);
}

/** What is in a cart whose row is known, and maybe changed for the reading: limits count what `customer_id` or `email` bought. */
export async function readContents(db: Queryable, cart: CartRow, market: Market): Promise<CartContents> {
  const row = await rowWithWanted(db, cart.id, market, null);
  if (!row) throw new Error('a cart was read and nothing came back');
  return toContents(db, cart, market, row, await toLines(db, market, row));
}

const readWhole = (db: Queryable, ids: readonly string[], market: Market): Promise<WholeRow[]> =>
  db.queryMany({
    name: 'cart.whole',
    text: `select ${WHOLE} from carts c where c.id = any($1) and c.market = $2 and ${NOT_EXPIRED_SQL}`,
    values: [ids, market],
  });

/** Read carts; those that are not there are left out. */
async function readCarts(db: Queryable, ids: readonly string[], market: Market): Promise<Map<string, FoundCart>> {
  const rows = await readWhole(db, ids, market);
  const carts = await Promise.all(rows.map((row) => toFound(db, market, row)));
  return new Map(carts.map((cart) => [cart.row.id, cart]));
}

const readers = new WeakMap<Queryable, (market: Market) => (id: string) => Promise<FoundCart | null>>();
const readerOf = (database: Queryable) => {
  const known = readers.get(database);
  if (known) return known;
  const byMarket = new Map<Market, (id: string) => Promise<FoundCart | null>>();
  const reader = (market: Market) => {
    const read = byMarket.get(market) ?? inBatches((ids: readonly string[]) => readCarts(database, ids, market));
    byMarket.set(market, read);
    return read;
  };
  readers.set(database, reader);
  return reader;
};

/** Read a cart as it is now, without a lock; null where there is none. */
export async function readCart(db: Queryable, id: string, market: Market): Promise<FoundCart | null> {
  if (!('inTransaction' in db)) return readerOf(db)(market)(id);
  return (await readCarts(db, [id], market)).get(id) ?? null;
}

/** The line that rules work on. What is off sale, or recorded as sold out, has no stock to buy. */
export const toLine = (stored: StoredLine, onSale: boolean, addedByPromotion = false): CartLine => ({
  id: stored.id,
  productId: stored.productId,
  offerId: stored.offerId,
  quantity: stored.quantity,
  addedByPromotion,
  offer: stored.summary,
  listCents: stored.packPrice,
  comparisonCents: stored.summary.hideRRP ? null : stored.packRrp,
  inventoryStatus: stored.inventoryStatus,
  currentStock: stored.level,
  availableStock: onSale && stored.inventoryStatus !== 'SOLD_OUT' ? Math.max(0, stored.level - stored.reserved) : 0,
  orderQuantityMaximum: stored.orderQuantityMaximum,
  ...(stored.boughtBefore === undefined ? {} : { boughtBefore: stored.boughtBefore }),
  ...(stored.gift && { gift: stored.gift }),
});
