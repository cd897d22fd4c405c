/**
 * Carts in the database. A change locks its cart by raising the version, then reads the lines in a statement of its own:
 * one statement would see the lines as they were before it waited for the lock.
 */
import type { Promotion } from '../../coupons/promotion.ts';
import { type PromotionRecord, toPromotion } from '../../coupons/promotion-record.ts';
import { shelfOf } from '../../coupons/server/promotion-shelf.ts';
import { type GiftDetails, giftDetails } from '../../gift-card/gift-details.ts';
import type { Market } from '../../market/market.ts';
import type { Queries, Transaction } from '../../platform/server/database/pool.ts';
import type { CartLine } from '../cart.ts';
import { withPastOrders } from './past-orders.ts';
import { isPriced, readOffers, type SaleOffer, SHORT_OFFER, type ShortOffer } from './sale-offers.ts';

/** Days a guest's cart lives after its last change (DECISIONS.md "Carts and orders"). */
export const CART_DAYS = 30;

export interface CartRow {
  readonly id: string;
  readonly version: number;
  readonly customer_id: number;
  readonly email: string | null;
  readonly region: string | null;
  readonly coupon_ids: readonly number[];
  readonly gifts: readonly KnownGift[];
}

interface StoredLine extends SaleOffer {
  readonly id: string;
  readonly quantity: number;
  /** The price the shopper was last told; it stands in for the offer's where that has none here any more. */
  readonly seenCents?: number | null;
  readonly isPriced?: boolean;
  readonly gift?: GiftDetails;
}

/** A gift that the shopper was told of. */
export interface KnownGift {
  readonly offerId: string;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
}

export interface CartContents {
  readonly lines: readonly StoredLine[];
  readonly coupons: readonly Promotion[];
  /** Promotions that apply by themselves or tell of themselves, for whomever and whenever. */
  readonly shelf: readonly Promotion[];
  /** The offer asked for beside the lines; null where it is unknown or has no price in the market. */
  readonly wanted: SaleOffer | null;
}

/** The columns of a CartRow. */
export const CART_COLUMNS = 'id, version, customer_id, email, region, coupon_ids, gifts';
/** A guest's cart is forgotten after its days, a customer's never. */
const ALIVE = `(customer_id <> 0 or updated_at > now() - interval '${CART_DAYS} days')`;

/** Lines of a cart in short and its coupons as JSON, and the revision of the promotions' shelf; $2 is the market. */
const inCart = (cartId: string, couponIds: string): string => `
  (select coalesce(json_agg(json_build_array(l.id, l.quantity, l.seen_cents, l.gift_details, ${SHORT_OFFER}) order by l.position), '[]')
    from cart_lines l join offers o on o.offer_id = l.offer_id
    left join stock s on s.product_id = o.product_id and s.market = $2 where l.cart_id = ${cartId}) as lines,
  (select coalesce(json_agg(record order by array_position(${couponIds}, id)), '[]') from promotions where id = any(${couponIds})) as coupons,
  (select revision from promotion_shelf) as shelf`;

/** $1 cart, $2 market, $3 coupon ids, $4 offer id or null, $5 product id or null. */
const CONTENTS = `select ${inCart('$1', '$3::int[]')},
  (select json_build_array(${SHORT_OFFER}) from offers o join offer_prices p on p.offer_id = o.offer_id and p.market = $2
    left join stock s on s.product_id = o.product_id and s.market = $2
    where o.product_id = $5 and ($4::text is null or o.offer_id = $4)
    order by (o.secret or not o.tiers_eligible && array['GUEST', 'ALL']), o.offer_id limit 1) as wanted`;

/** $1 cart, $2 market: the cart and everything in it, in one statement. */
const WHOLE = `select c.id, c.version, c.customer_id, c.email, c.region, c.coupon_ids, c.gifts, ${inCart('c.id', 'c.coupon_ids')}
  from carts c where c.id = $1 and c.market = $2 and ${ALIVE}`;

interface ContentsRow {
  readonly lines: readonly (readonly [id: string, quantity: number, seenCents: number | null, gift: unknown, ...offer: ShortOffer])[];
  readonly coupons: PromotionRecord[];
  readonly shelf: string;
  readonly wanted?: ShortOffer | null;
}

async function toContents(queries: Queries, cart: CartRow, market: Market, row: ContentsRow): Promise<CartContents> {
  const short = row.lines.map(([, , , , ...offer]) => offer);
  const offers = await readOffers(queries, market, row.wanted ? [...short, row.wanted] : short);
  const lines = row.lines.flatMap(([id, quantity, seenCents, gift, offerId]): StoredLine[] => {
    const offer = offers.get(offerId);
    const packPrice = offer?.packPrice ?? seenCents;
    return offer && packPrice !== null
      ? [
          {
            ...offer,
            id,
            quantity,
            seenCents,
            isPriced: offer.packPrice !== null,
            packPrice,
            ...(gift === null ? {} : { gift: giftDetails.parse(gift) }),
          },
        ]
      : [];
  });
  const wanted = row.wanted && offers.get(row.wanted[0]);
  const read = { lines, wanted: wanted && isPriced(wanted) ? wanted : null };
  return {
    ...(await withPastOrders(queries, cart, market, read)),
    coupons: row.coupons.map(toPromotion),
    shelf: await shelfOf(queries, row.shelf),
  };
}

/** Raise the version, which locks the cart for the rest of the transaction; null where there is no such cart. */
export const lockCart = (transaction: Transaction, id: string, market: Market): Promise<CartRow | null> =>
  transaction.row<CartRow>({
    name: 'cart.lock',
    text: `update carts set version = version + 1, updated_at = now() where id = $1 and market = $2 and ${ALIVE} returning ${CART_COLUMNS}`,
    values: [id, market],
  });

/** Read a cart without touching it; null where there is no such cart. */
export const findCart = (queries: Queries, id: string, market: Market): Promise<CartRow | null> =>
  queries.row<CartRow>({
    name: 'cart.find',
    text: `select ${CART_COLUMNS} from carts where id = $1 and market = $2 and ${ALIVE}`,
    values: [id, market],
  });

/** The cart that another was merged into, where the shopper may know it: a guest's or their own. Null where there is none. */
export async function survivorOf(queries: Queries, id: string, customerId: number): Promise<string | null> {
  const row = await queries.row<{ survivor_id: string }>({
    name: 'cart.survivor',
    text: `select m.survivor_id from merged_carts m join carts c on c.id = m.survivor_id
      where m.id = $1 and (c.customer_id = 0 or c.customer_id = $2)`,
    values: [id, customerId],
  });
  return row?.survivor_id ?? null;
}

/** The cart that an order was made of, or the one that it was merged into since. */
export async function whereCartWent(queries: Queries, id: string): Promise<string> {
  const row = await queries.row<{ survivor_id: string }>({
    name: 'cart.went',
    text: 'select survivor_id from merged_carts where id = $1',
    values: [id],
  });
  return row?.survivor_id ?? id;
}

/** Let a customer's calls that make or merge carts of a market wait for one another: they have one cart there. */
export const lockCustomer = (transaction: Transaction, customerId: number, market: Market): Promise<number> =>
  transaction.run({
    name: 'cart.lock_customer',
    text: "select pg_advisory_xact_lock(hashtextextended('cart of a customer', 0) # hashtextextended($2, $1))",
    values: [customerId, market],
  });

/** The cart of a customer in a market, null where they have none. */
export async function cartOfCustomer(queries: Queries, customerId: number, market: Market): Promise<string | null> {
  const row = await queries.row<{ id: string }>({
    name: 'cart.of_customer',
    text: 'select id from carts where customer_id = $1 and market = $2',
    values: [customerId, market],
  });
  return row?.id ?? null;
}

export const insertCart = async (transaction: Transaction, id: string, market: Market, customerId: number): Promise<CartRow> => {
  const row = await transaction.row<CartRow>({
    name: 'cart.insert',
    text: `insert into carts (id, market, customer_id) values ($1, $2, $3) returning ${CART_COLUMNS}`,
    values: [id, market, customerId],
  });
  if (!row) throw new Error('a cart was inserted and did not come back');
  return row;
};

/** Everything a cart's totals are derived from, and the offer that is to be added, read in one statement. */
export async function readContents(
  queries: Queries,
  cart: CartRow,
  market: Market,
  wanted: { offerId: string | null; productId: number } | null,
): Promise<CartContents> {
  const row = await queries.row<ContentsRow>({
    name: 'cart.contents',
    text: CONTENTS,
    values: [cart.id, market, cart.coupon_ids, wanted?.offerId ?? null, wanted?.productId ?? null],
  });
  if (!row) throw new Error('a cart was read and nothing came back');
  return toContents(queries, cart, market, row);
}

/** A cart that nobody changes meanwhile needs no lock: it and its contents in one statement; null where there is none. */
export async function readCart(queries: Queries, id: string, market: Market): Promise<{ row: CartRow; contents: CartContents } | null> {
  const row = await queries.row<CartRow & ContentsRow>({ name: 'cart.whole', text: WHOLE, values: [id, market] });
  return row && { row, contents: await toContents(queries, row, market, row) };
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

/** Set a line's quantity, adding the line where there is none; gives its id. */
export async function putLine(
  transaction: Transaction,
  cartId: string,
  offer: Pick<CartLine, 'offerId' | 'productId' | 'listCents'>,
  quantity: number,
): Promise<string> {
  const row = await transaction.row<{ id: string }>({
    name: 'cart_line.put',
    text: `insert into cart_lines (cart_id, offer_id, product_id, quantity, seen_cents) values ($1, $2, $3, $4, $5)
      on conflict (cart_id, offer_id) do update set quantity = excluded.quantity returning id`,
    values: [cartId, offer.offerId, offer.productId, quantity, offer.listCents],
  });
  return row?.id ?? '';
}

/** Keep whom the gift card of a line is for. */
export const putGift = (transaction: Transaction, lineId: string, gift: GiftDetails): Promise<number> =>
  transaction.run({
    name: 'cart_line.gift',
    text: 'update cart_lines set gift_details = $2 where id = $1',
    values: [lineId, JSON.stringify(gift)],
  });

export const deleteLine = (transaction: Transaction, cartId: string, lineId: string): Promise<number> =>
  transaction.run({ name: 'cart_line.delete', text: 'delete from cart_lines where cart_id = $1 and id = $2', values: [cartId, lineId] });

/** Keep which prices the shopper was told. */
export const setSeenPrices = (transaction: Transaction, prices: readonly { id: string; cents: number }[]): Promise<number> =>
  transaction.run({
    name: 'cart_line.seen',
    text: `update cart_lines l set seen_cents = v.cents from jsonb_to_recordset($1::jsonb) as v(id uuid, cents integer) where l.id = v.id`,
    values: [JSON.stringify(prices)],
  });

/** Keep what was derived of a cart: the coupons that fit, the gifts that the shopper knows of. */
export const setDerived = (
  transaction: Transaction,
  cartId: string,
  couponIds: readonly number[],
  gifts: readonly KnownGift[],
): Promise<number> =>
  transaction.run({
    name: 'cart.derived',
    text: 'update carts set coupon_ids = $2, gifts = $3 where id = $1',
    values: [cartId, couponIds, JSON.stringify(gifts)],
  });

export const setEmail = (transaction: Transaction, cartId: string, email: string): Promise<number> =>
  transaction.run({ name: 'cart.email', text: 'update carts set email = $2 where id = $1', values: [cartId, email] });

export const deleteCart = (transaction: Transaction, cartId: string): Promise<number> =>
  transaction.run({ name: 'cart.delete', text: 'delete from carts where id = $1', values: [cartId] });
