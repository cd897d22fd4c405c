/**
 * SQL of carts and their lines. A mutation locks the cart by raising its version and reads the lines in a later statement
 * (cart-contents.repository.ts): one statement would see the lines from before it waited for the lock.
 */
import { type GiftDetails, giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { customerKey } from '#domains/selling/promotions/server/promotion-uses.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CartLine } from '../model/cart.ts';
import type { DeclinedGift } from '../model/declined-gifts.ts';

/** Days after its last change until a guest cart expires [CART-16]. */
const CART_DAYS = 30;

/** A cart's row without its lines. */
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

/** A gift that the last response listed. */
export interface AnnouncedGift {
  readonly offerId: string;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
}

/** Columns of a `CartRow`. */
export const CART_COLUMNS = 'id, version, customer_id, email, region, coupon_ids, gifts, declined_gifts';
/** SQL condition: a guest cart that has not expired, or a customer's cart. */
export const NOT_EXPIRED_SQL = `(customer_id <> 0 or updated_at > now() - interval '${CART_DAYS} days')`;

/** Raises the version, which locks the cart until the end of the transaction. Returns false for an unknown cart. */
export const lockCartById = async (transaction: Transaction, id: string, market: Market): Promise<boolean> =>
  (await transaction.execute({
    name: 'cart.lockCartById',
    text: `update carts set version = version + 1, updated_at = now() where id = $1 and market = $2 and ${NOT_EXPIRED_SQL}`,
    values: [id, market],
  })) === 1;

/** Reads the row of a cart without a lock; null for an unknown cart. */
export const findCart = (db: Queryable, id: string, market: Market): Promise<CartRow | null> =>
  db.queryOne<CartRow>({
    name: 'cart.findCart',
    text: `select ${CART_COLUMNS} from carts where id = $1 and market = $2 and ${NOT_EXPIRED_SQL}`,
    values: [id, market],
  });

/** Returns the id of the cart that a cart was merged into, if that is a guest cart or the shopper's own; else null. */
export async function findMergeTarget(db: Queryable, id: string, customerId: number): Promise<string | null> {
  const row = await db.queryOne<{ target_id: string }>({
    name: 'cart.findMergeTarget',
    text: `select m.target_id from cart_merges m join carts c on c.id = m.target_id
      where m.id = $1 and (c.customer_id = 0 or c.customer_id = $2)`,
    values: [id, customerId],
  });
  return row?.target_id ?? null;
}

/** Returns true if a guest cart, or the cart it was merged into, has neither email nor owner, or was deleted. */
export async function isStillAnonymous(db: Queryable, id: string): Promise<boolean> {
  const row = await db.queryOne<{ identified: boolean }>({
    name: 'cart.isStillAnonymous',
    text: `select exists (select 1 from carts where id in ($1, (select target_id from cart_merges where id = $1))
      and (customer_id <> 0 or email is not null)) as identified`,
    values: [id],
  });
  return row?.identified !== true;
}

/** Returns the id of the cart that this cart was merged into, else its own id. */
export async function resolveMergedCartId(db: Queryable, id: string): Promise<string> {
  const row = await db.queryOne<{ target_id: string }>({
    name: 'cart.resolveMergedCartId',
    text: 'select target_id from cart_merges where id = $1',
    values: [id],
  });
  return row?.target_id ?? id;
}

/** Serializes calls that create or merge carts of a customer: they have one cart in a market. */
export const lockCustomer = (transaction: Transaction, customerId: number, market: Market): Promise<number> =>
  transaction.execute({
    name: 'cart.lockCustomer',
    text: "select pg_advisory_xact_lock(hashtextextended('cart of a customer', 0) # hashtextextended($2, $1))",
    values: [customerId, market],
  });

/** Returns the id of the customer's cart in a market, or null. */
export async function cartOfCustomer(db: Queryable, customerId: number, market: Market): Promise<string | null> {
  const row = await db.queryOne<{ id: string }>({
    name: 'cart.cartOfCustomer',
    text: 'select id from carts where customer_id = $1 and market = $2',
    values: [customerId, market],
  });
  return row?.id ?? null;
}

/** Inserts an empty cart. */
export const insertCart = (transaction: Transaction, id: string, market: Market, customerId: number): void =>
  transaction.later({
    name: 'cart.insertCart',
    text: 'insert into carts (id, market, customer_id) values ($1, $2, $3)',
    values: [id, market, customerId],
  });

/** Inserts a line. */
export const insertLine = (
  transaction: Transaction,
  cartId: string,
  { id, offerId, productId, quantity, listCents, gift }: Pick<CartLine, 'id' | 'offerId' | 'productId' | 'quantity' | 'listCents' | 'gift'>,
): void =>
  transaction.later({
    name: 'cart.insertLine',
    text: 'insert into cart_lines (id, cart_id, offer_id, product_id, quantity, last_seen_price_cents, gift_details) values ($1, $2, $3, $4, $5, $6, $7)',
    values: [id, cartId, offerId, productId, quantity, listCents, gift ? JSON.stringify(gift) : null],
  });

export const setQuantity = (transaction: Transaction, lineId: string, quantity: number): void =>
  transaction.later({ name: 'cart.setQuantity', text: 'update cart_lines set quantity = $2 where id = $1', values: [lineId, quantity] });

/** Saves the gift details of a gift card's line. */
export const setGiftDetails = (transaction: Transaction, lineId: string, gift: GiftDetails): void =>
  transaction.later({
    name: 'cart.setGiftDetails',
    text: 'update cart_lines set gift_details = $2 where id = $1',
    values: [lineId, JSON.stringify(gift)],
  });

/** Deletes a line. The gift details of a gift card are stored for an hour, so that the shopper can restore the line. */
export function deleteLine(transaction: Transaction, { id, offerId, gift }: Pick<CartLine, 'id' | 'offerId' | 'gift'>): void {
  transaction.later({ name: 'cart.deleteLine.line', text: 'delete from cart_lines where id = $1', values: [id] });
  if (gift)
    transaction.later({
      name: 'cart.deleteLine.gift',
      text: 'insert into removed_gift_lines (line_id, offer_id, details) values ($1, $2, $3) on conflict do nothing',
      values: [id, offerId, JSON.stringify(gift)],
    });
}

/** Minutes for which the gift details of a removed line are stored. */
const REMOVED_GIFT_MINUTES = 60;

/** Returns the gift details of a removed line, or null if they have expired. */
export async function findRemovedGift(db: Queryable, lineId: string, offerId: string): Promise<GiftDetails | null> {
  const row = await db.queryOne<{ details: unknown }>({
    name: 'cart.findRemovedGift',
    text: `select details from removed_gift_lines where line_id = $1 and offer_id = $2 and removed_at > now() - make_interval(mins => ${REMOVED_GIFT_MINUTES})`,
    values: [lineId, offerId],
  });
  return row && giftDetails.parse(row.details);
}

/** Deletes expired gift details of removed lines. @returns how many */
export const purgeRemovedGifts = (db: Queryable): Promise<number> =>
  db.execute({ text: `delete from removed_gift_lines where removed_at < now() - make_interval(mins => ${REMOVED_GIFT_MINUTES})` });

/** Saves the prices that the shopper has seen. */
export const saveLastSeenPrices = (transaction: Transaction, prices: readonly { id: string; cents: number }[]): void =>
  transaction.later({
    name: 'cart.saveLastSeenPrices',
    text: `update cart_lines l set last_seen_price_cents = v.cents from jsonb_to_recordset($1::jsonb) as v(id uuid, cents integer) where l.id = v.id`,
    values: [JSON.stringify(prices)],
  });

/** Saves the valid coupons and the gifts that the response lists. */
export const setDerived = (transaction: Transaction, cartId: string, couponIds: readonly number[], gifts: readonly AnnouncedGift[]): void =>
  transaction.later({
    name: 'cart.setDerived',
    text: 'update carts set coupon_ids = $2, gifts = $3 where id = $1',
    values: [cartId, couponIds, JSON.stringify(gifts)],
  });

/** Saves the gifts that the shopper declined. */
export const setDeclinedGifts = (transaction: Transaction, cartId: string, declined: readonly DeclinedGift[]): void =>
  transaction.later({
    name: 'cart.setDeclinedGifts',
    text: 'update carts set declined_gifts = $2 where id = $1',
    values: [cartId, JSON.stringify(declined)],
  });

export const setEmail = (transaction: Transaction, cartId: string, email: string): void =>
  transaction.later({ name: 'cart.setEmail', text: 'update carts set email = $2 where id = $1', values: [cartId, email] });

export const deleteCart = (transaction: Transaction, cartId: string): void =>
  transaction.later({ name: 'cart.deleteCart', text: 'delete from carts where id = $1', values: [cartId] });

/**
 * Serializes orders of one buyer for products whose purchase limit counts past orders, so that two concurrent orders cannot
 * both fit under it. A guest is identified by email; a customer's orders also count for a guest with the same email.
 */
export const lockPastOrders = (transaction: Transaction, cart: Pick<CartRow, 'id' | 'customer_id'>, email: string): Promise<number> =>
  transaction.execute({
    name: 'cart.lockPastOrders',
    text: `select pg_advisory_xact_lock(hashtextextended(buyer || ' ' || product_id, 0)) from (
        select distinct buyer, o.product_id from cart_lines l join offers o on o.offer_id = l.offer_id cross join unnest($2::text[]) as buyer
        where l.cart_id = $1 and o.order_quantity_maximum > 0 and (o.summary->>'limitCountsPastOrders')::boolean
        order by buyer, o.product_id) keys`,
    values: [cart.id, [customerKey(cart.customer_id, null), customerKey(0, email)].filter((key) => key !== null)],
  });

/** Exports a customer's carts for the data download, and deletes them with the account. */
export const cartData = {
  name: 'carts',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: `select c.market, c.region, c.updated_at, (select json_agg(json_build_object('offer_id', l.offer_id, 'quantity', l.quantity)
        order by l.position) from cart_lines l where l.cart_id = c.id) as lines from carts c where c.customer_id = $1`,
      values: [id],
    }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: 'delete from carts where customer_id = $1', values: [id] });
  },
} as const;

/** Deletes expired carts of guests. @returns how many */
export const purgeGuestCarts = (db: Queryable): Promise<number> => db.execute({ text: `delete from carts where not ${NOT_EXPIRED_SQL}` });
