/** SQL of checkouts, and of carts that become orders. The token is only in the shopper's URL; the database stores its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { CART_COLUMNS, type CartRow } from '#domains/selling/cart/server/cart.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type CheckoutDetails, checkoutDetails } from '../contract.ts';
import type { OrderLine } from './order.repository.ts';

/** Minutes that a checkout URL is valid [CHK-11]. */
const CHECKOUT_TTL_MINUTES = 30;

export interface Checkout {
  readonly id: string;
  readonly market: Market;
  readonly cartId: string;
  readonly customerId: number;
  readonly details: CheckoutDetails;
  /** Gift cards to pay with, in the order of entry. */
  readonly giftCardIds: readonly string[];
  readonly usesCredit: boolean;
  /** The last card that was not charged because a first-order discount did not apply to it. Null if there was none. */
  readonly cardFingerprint: string | null;
  /** The order that this one goes with. Null for most. */
  readonly addsTo: string | null;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
}

interface Row {
  readonly id: string;
  readonly market: Market;
  readonly cart_id: string;
  readonly customer_id: number;
  readonly details: unknown;
  readonly gift_card_ids: string[];
  readonly use_credit: boolean;
  readonly card_fingerprint: string | null;
  readonly adds_to: string | null;
  readonly expires_at: Date;
  readonly expired: boolean;
}

const COLUMNS =
  'id, market, cart_id, customer_id, details, gift_card_ids, use_credit, card_fingerprint, adds_to, expires_at, expires_at <= now() as expired';

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const toCheckout = (row: Row): Checkout => ({
  id: row.id,
  market: row.market,
  cartId: row.cart_id,
  customerId: row.customer_id,
  details: checkoutDetails.parse(row.details),
  giftCardIds: row.gift_card_ids,
  usesCredit: row.use_credit,
  cardFingerprint: row.card_fingerprint,
  addsTo: row.adds_to,
  expiresAt: row.expires_at,
  isExpired: row.expired,
});

/** Creates a checkout. @returns the token for its URL */
export async function createCheckout(
  db: Queryable,
  checkout: { market: Market; cartId: string; customerId: number; details: Partial<CheckoutDetails> },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.execute({
    name: 'checkout.createCheckout',
    text: `insert into checkouts (token_hash, market, cart_id, customer_id, details, expires_at) values ($1, $2, $3, $4, $5, now() + interval '${CHECKOUT_TTL_MINUTES} minutes')`,
    values: [hashToken(token), checkout.market, checkout.cartId, checkout.customerId, JSON.stringify(checkout.details)],
  });
  return token;
}

/** Creates the checkout of a token, or extends it. */
export const ensureCheckout = (
  db: Queryable,
  token: string,
  checkout: { market: Market; cartId: string; customerId: number; details: CheckoutDetails },
): Promise<number> =>
  db.execute({
    name: 'checkout.ensureCheckout',
    text: `insert into checkouts (token_hash, market, cart_id, customer_id, details, expires_at) values ($1, $2, $3, $4, $5, now() + interval '${CHECKOUT_TTL_MINUTES} minutes')
      on conflict (token_hash) do update set expires_at = excluded.expires_at, details = excluded.details`,
    values: [hashToken(token), checkout.market, checkout.cartId, checkout.customerId, JSON.stringify(checkout.details)],
  });

/** Creates a checkout for a link that staff send, which is valid for longer than one of the cart page. */
export const createLinkedCheckout = (
  db: Queryable,
  token: string,
  checkout: {
    market: Market;
    cartId: string;
    customerId: number;
    details: Partial<CheckoutDetails>;
    usesCredit: boolean;
    addsTo: string | null;
    expiresAt: Date;
  },
): Promise<number> =>
  db.execute({
    name: 'checkout.createLinkedCheckout',
    text: `insert into checkouts (token_hash, market, cart_id, customer_id, details, use_credit, expires_at, adds_to) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (token_hash) do update set expires_at = excluded.expires_at, details = excluded.details, use_credit = excluded.use_credit, adds_to = excluded.adds_to`,
    values: [
      hashToken(token),
      checkout.market,
      checkout.cartId,
      checkout.customerId,
      JSON.stringify(checkout.details),
      checkout.usesCredit,
      checkout.expiresAt,
      checkout.addsTo,
    ],
  });

/** Finds the checkout of a token in its market. */
export async function findCheckout(db: Queryable, token: string, market: Market): Promise<Checkout | null> {
  const row = await db.queryOne<Row>({
    name: 'checkout.findCheckout',
    text: `select ${COLUMNS} from checkouts where token_hash = $1 and market = $2`,
    values: [hashToken(token), market],
  });
  return row && toCheckout(row);
}

/** Like `findCheckout`, but locks the row until the end of the transaction. */
export async function lockCheckout(transaction: Transaction, token: string, market: Market): Promise<Checkout | null> {
  const row = await transaction.queryOne<Row>({
    name: 'checkout.lockCheckout',
    text: `select ${COLUMNS} from checkouts where token_hash = $1 and market = $2 for update`,
    values: [hashToken(token), market],
  });
  return row && toCheckout(row);
}

export const saveDetails = (db: Queryable, id: string, details: CheckoutDetails): Promise<number> =>
  db.execute({
    name: 'checkout.saveDetails',
    text: 'update checkouts set details = $2 where id = $1',
    values: [id, JSON.stringify(details)],
  });

/** Saves the card to which a first-order discount did not apply at this checkout's address. */
export const setRefusedCard = (db: Queryable, id: string, cardFingerprint: string): Promise<number> =>
  db.execute({
    name: 'checkout.setRefusedCard',
    text: 'update checkouts set card_fingerprint = $2 where id = $1',
    values: [id, cardFingerprint],
  });

/**
 * Adds a gift card to the checkout's tenders unless it is there already. One statement, so that concurrent changes do not
 * overwrite each other.
 * @returns false if the checkout already has `max` gift cards
 */
export async function addGiftCard(db: Queryable, id: string, giftCardId: string, max: number): Promise<boolean> {
  const updated = await db.execute({
    name: 'checkout.addGiftCard',
    text: `update checkouts set gift_card_ids = case when $2 = any(gift_card_ids) then gift_card_ids else array_append(gift_card_ids, $2) end
      where id = $1 and ($2 = any(gift_card_ids) or cardinality(gift_card_ids) < $3)`,
    values: [id, giftCardId, max],
  });
  return updated === 1;
}

/** Removes a gift card from the checkout's tenders. */
export const removeGiftCard = (db: Queryable, id: string, giftCardId: string): Promise<number> =>
  db.execute({
    name: 'checkout.removeGiftCard',
    text: 'update checkouts set gift_card_ids = array_remove(gift_card_ids, $2) where id = $1',
    values: [id, giftCardId],
  });

export const setUsesCredit = (db: Queryable, id: string, usesCredit: boolean): Promise<number> =>
  db.execute({ name: 'checkout.setUsesCredit', text: 'update checkouts set use_credit = $2 where id = $1', values: [id, usesCredit] });

/** Locks a cart, so that it does not change while its order is prepared. */
export const lockCartRow = (transaction: Transaction, id: string, market: Market): Promise<CartRow | null> =>
  transaction.queryOne<CartRow>({
    name: 'checkout.lockCartRow',
    text: `select ${CART_COLUMNS} from carts where id = $1 and market = $2 for update`,
    values: [id, market],
  });

/** Locks a cart of any market. @returns false if it does not exist */
export async function lockCartId(transaction: Transaction, id: string): Promise<boolean> {
  const cart = await transaction.queryOne({
    name: 'checkout.lockCartId',
    text: 'select id from carts where id = $1 for update',
    values: [id],
  });
  return cart !== null;
}

/** Subtracts ordered quantities from the lines of a locked cart. Skips gifts of promotions, which have no ordered quantity. */
export async function removeOrderedLines(transaction: Transaction, cartId: string, lines: readonly OrderLine[]): Promise<void> {
  const chosen = lines.filter(({ addedByPromotion }) => !addedByPromotion);
  await transaction.execute({
    name: 'checkout.removeOrderedLines',
    // Gift cards of one amount for several recipients are several lines, which the recipient distinguishes.
    text: `with ordered as (select offer_id, quantity, lower(coalesce(gift->>'recipientEmail', '')) as person
          from unnest($2::text[], $3::int[], $4::jsonb[]) as ordered (offer_id, quantity, gift)),
        wanted as (select c.id, o.quantity from cart_lines c join ordered o on c.offer_id = o.offer_id
          and lower(coalesce(c.gift_details->>'recipientEmail', '')) = o.person where c.cart_id = $1),
        gone as (delete from cart_lines c using wanted w where c.id = w.id and c.quantity <= w.quantity)
      update cart_lines c set quantity = c.quantity - w.quantity from wanted w where c.id = w.id and c.quantity > w.quantity`,
    values: [
      cartId,
      chosen.map(({ offerId }) => offerId),
      chosen.map(({ quantity }) => quantity),
      chosen.map(({ giftDetails }) => JSON.stringify(giftDetails ?? null)),
    ],
  });
}

/** Deletes a locked cart if it has no lines. @returns whether it was deleted */
export async function deleteCartIfEmpty(transaction: Transaction, cartId: string): Promise<boolean> {
  const deleted = await transaction.execute({
    name: 'checkout.deleteCartIfEmpty',
    text: 'delete from carts c where c.id = $1 and not exists (select 1 from cart_lines l where l.cart_id = c.id)',
    values: [cartId],
  });
  return deleted > 0;
}

/** Removes the coupons and gifts that the order used from a cart that still has lines. */
export const clearCartPromotions = (transaction: Transaction, cartId: string): void =>
  transaction.later({
    name: 'checkout.clearCartPromotions',
    text: "update carts set coupon_ids = '{}', gifts = '[]', declined_gifts = '[]', version = version + 1 where id = $1",
    values: [cartId],
  });

/** Hours for which an expired checkout without an order is stored. */
const EXPIRED_RETENTION_HOURS = 24;

/**
 * Deletes expired checkouts without an order. Every order has a checkout, so all of them are compared only if asked for.
 * @param days for how many days, at most, they have been due
 * @returns how many
 */
export const purgeCheckouts = (db: Queryable, days: number): Promise<number> =>
  db.execute({
    text: `delete from checkouts c where expires_at < now() - interval '${EXPIRED_RETENTION_HOURS} hours'
      and expires_at > now() - interval '${EXPIRED_RETENTION_HOURS} hours' - make_interval(days => $1)
      and not exists (select 1 from orders o where o.checkout_id = c.id)`,
    values: [days],
  });
