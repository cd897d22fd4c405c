/**
 * The rows of carts. A change locks its cart by raising the version; what is in it is read after that, by a statement of
 * its own (cart-contents.ts): one statement would see the lines as they were before it waited for the lock.
 */
import { type GiftDetails, giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CartLine } from '../model/cart.ts';
import type { DeclinedGift } from '../model/declined-gifts.ts';

/** Days a guest's cart lives after its last change (DECISIONS.md "Carts and orders"). */
export const CART_DAYS = 30;

export interface CartRow {
  readonly id: string;
  readonly version: number;
  readonly customer_id: number;
  readonly email: string | null;
  readonly region: string | null;
  readonly coupon_ids: readonly number[];
  readonly gifts: readonly AnnouncedGift[];
  readonly declined_gifts: readonly DeclinedGift[];
}

/** A gift that the shopper was told of. */
export interface AnnouncedGift {
  readonly offerId: string;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
}

/** The columns of a CartRow. */
export const CART_COLUMNS = 'id, version, customer_id, email, region, coupon_ids, gifts, declined_gifts';
/** A guest's cart is forgotten after its days, a customer's never. */
export const NOT_EXPIRED_SQL = `(customer_id <> 0 or updated_at > now() - interval '${CART_DAYS} days')`;

/** Raise the version, which locks the cart for the rest of the transaction. False where there is no such cart. */
export const lockCartById = async (transaction: Transaction, id: string, market: Market): Promise<boolean> =>
  (await transaction.execute({
    name: 'cart.lock',
    text: `update carts set version = version + 1, updated_at = now() where id = $1 and market = $2 and ${NOT_EXPIRED_SQL}`,
    values: [id, market],
  })) === 1;

/** Read a cart without touching it; null where there is no such cart. */
export const findCart = (db: Queryable, id: string, market: Market): Promise<CartRow | null> =>
  db.queryOne<CartRow>({
    name: 'cart.find',
    text: `select ${CART_COLUMNS} from carts where id = $1 and market = $2 and ${NOT_EXPIRED_SQL}`,
    values: [id, market],
  });

/** The cart that another was merged into, where the shopper may know it: a guest's or their own. Null where there is none. */
export async function findMergeTarget(db: Queryable, id: string, customerId: number): Promise<string | null> {
  const row = await db.queryOne<{ survivor_id: string }>({
    name: 'cart.survivor',
    text: `select m.survivor_id from merged_carts m join carts c on c.id = m.survivor_id
      where m.id = $1 and (c.customer_id = 0 or c.customer_id = $2)`,
    values: [id, customerId],
  });
  return row?.survivor_id ?? null;
}

/** Whether nobody is known by a guest's cart, or by the one it was merged into: it has neither e-mail nor owner. True where it is gone. */
export async function isStillAnonymous(db: Queryable, id: string): Promise<boolean> {
  const row = await db.queryOne<{ known: boolean }>({
    name: 'cart.known',
    text: `select exists (select 1 from carts where id in ($1, (select survivor_id from merged_carts where id = $1))
      and (customer_id <> 0 or email is not null)) as known`,
    values: [id],
  });
  return row?.known !== true;
}

/** The cart that an order was made of, or the one that it was merged into since. */
export async function resolveMergedCartId(db: Queryable, id: string): Promise<string> {
  const row = await db.queryOne<{ survivor_id: string }>({
    name: 'cart.went',
    text: 'select survivor_id from merged_carts where id = $1',
    values: [id],
  });
  return row?.survivor_id ?? id;
}

/** Let a customer's calls that make or merge carts of a market wait for one another: they have one cart there. */
export const lockCustomer = (transaction: Transaction, customerId: number, market: Market): Promise<number> =>
  transaction.execute({
    name: 'cart.lock_customer',
    text: "select pg_advisory_xact_lock(hashtextextended('cart of a customer', 0) # hashtextextended($2, $1))",
    values: [customerId, market],
  });

/** The cart of a customer in a market, null where they have none. */
export async function cartOfCustomer(db: Queryable, customerId: number, market: Market): Promise<string | null> {
  const row = await db.queryOne<{ id: string }>({
    name: 'cart.of_customer',
    text: 'select id from carts where customer_id = $1 and market = $2',
    values: [customerId, market],
  });
  return row?.id ?? null;
}

/** Make an empty cart; a customer has one in a market. */
export const insertCart = (transaction: Transaction, id: string, market: Market, customerId: number): void =>
  transaction.later({
    name: 'cart.insert',
    text: 'insert into carts (id, market, customer_id) values ($1, $2, $3)',
    values: [id, market, customerId],
  });

/** Add a line, under an id made here. */
export const insertLine = (
  transaction: Transaction,
  cartId: string,
  { id, offerId, productId, quantity, listCents, gift }: Pick<CartLine, 'id' | 'offerId' | 'productId' | 'quantity' | 'listCents' | 'gift'>,
): void =>
  transaction.later({
    name: 'cart_line.insert',
    text: 'insert into cart_lines (id, cart_id, offer_id, product_id, quantity, seen_cents, gift_details) values ($1, $2, $3, $4, $5, $6, $7)',
    values: [id, cartId, offerId, productId, quantity, listCents, gift ? JSON.stringify(gift) : null],
  });

export const setQuantity = (transaction: Transaction, lineId: string, quantity: number): void =>
  transaction.later({ name: 'cart_line.quantity', text: 'update cart_lines set quantity = $2 where id = $1', values: [lineId, quantity] });

/** Keep whom the gift card of a line is for. */
export const putGift = (transaction: Transaction, lineId: string, gift: GiftDetails): void =>
  transaction.later({
    name: 'cart_line.gift',
    text: 'update cart_lines set gift_details = $2 where id = $1',
    values: [lineId, JSON.stringify(gift)],
  });

/** Take a line out. Whom a gift card was for is kept for a while, so that it can be put back. */
export function deleteLine(transaction: Transaction, { id, offerId, gift }: Pick<CartLine, 'id' | 'offerId' | 'gift'>): void {
  transaction.later({ name: 'cart_line.delete', text: 'delete from cart_lines where id = $1', values: [id] });
  if (gift)
    transaction.later({
      name: 'removed_gift.keep',
      text: 'insert into removed_gifts (line_id, offer_id, details) values ($1, $2, $3) on conflict do nothing',
      values: [id, offerId, JSON.stringify(gift)],
    });
}

/** Minutes that it is kept. */
const GIFT_KEPT_MINUTES = 60;

/** Whom the gift card of a removed line was for, null where that is not known any more. */
export async function removedGift(db: Queryable, lineId: string, offerId: string): Promise<GiftDetails | null> {
  const row = await db.queryOne<{ details: unknown }>({
    name: 'removed_gift.find',
    text: `select details from removed_gifts where line_id = $1 and offer_id = $2 and removed_at > now() - make_interval(mins => ${GIFT_KEPT_MINUTES})`,
    values: [lineId, offerId],
  });
  return row && giftDetails.parse(row.details);
}

export const purgeRemovedGifts = (db: Queryable): Promise<number> =>
  db.execute({ text: `delete from removed_gifts where removed_at < now() - make_interval(mins => ${GIFT_KEPT_MINUTES})` });

/** Keep which prices the shopper was told. */
export const saveLastSeenPrices = (transaction: Transaction, prices: readonly { id: string; cents: number }[]): void =>
  transaction.later({
    name: 'cart_line.seen',
    text: `update cart_lines l set seen_cents = v.cents from jsonb_to_recordset($1::jsonb) as v(id uuid, cents integer) where l.id = v.id`,
    values: [JSON.stringify(prices)],
  });

/** Keep what was derived of a cart: the coupons that fit, the gifts that the shopper knows of. */
export const setDerived = (transaction: Transaction, cartId: string, couponIds: readonly number[], gifts: readonly AnnouncedGift[]): void =>
  transaction.later({
    name: 'cart.derived',
    text: 'update carts set coupon_ids = $2, gifts = $3 where id = $1',
    values: [cartId, couponIds, JSON.stringify(gifts)],
  });

/** Keep which gifts the shopper does not want. */
export const setDeclinedGifts = (transaction: Transaction, cartId: string, declined: readonly DeclinedGift[]): void =>
  transaction.later({
    name: 'cart.declined_gifts',
    text: 'update carts set declined_gifts = $2 where id = $1',
    values: [cartId, JSON.stringify(declined)],
  });

export const setEmail = (transaction: Transaction, cartId: string, email: string): void =>
  transaction.later({ name: 'cart.email', text: 'update carts set email = $2 where id = $1', values: [cartId, email] });

export const deleteCart = (transaction: Transaction, cartId: string): void =>
  transaction.later({ name: 'cart.delete', text: 'delete from carts where id = $1', values: [cartId] });
