/** Hand-offs from carts to the checkout pages. The token stands only in the shopper's address; stored is its digest. */
import { createHash, randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type CheckoutDetails, checkoutDetails } from '../contract.ts';

/** Minutes that a checkout link holds (DECISIONS.md "Carts and orders"). */
export const CHECKOUT_MINUTES = 30;

export interface Checkout {
  readonly id: string;
  readonly market: Market;
  readonly cartId: string;
  readonly customerId: number;
  readonly details: CheckoutDetails;
  /** Gift cards it is to be paid with, in the order they were entered. */
  readonly giftCardIds: readonly string[];
  readonly usesCredit: boolean;
  /** The last card that was tried and not charged, because its order would not have been a first one; null where there is none. */
  readonly cardFingerprint: string | null;
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
  readonly expires_at: Date;
  readonly expired: boolean;
}

const COLUMNS =
  'id, market, cart_id, customer_id, details, gift_card_ids, use_credit, card_fingerprint, expires_at, expires_at <= now() as expired';

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const toCheckout = (row: Row): Checkout => ({
  id: row.id,
  market: row.market,
  cartId: row.cart_id,
  customerId: row.customer_id,
  details: checkoutDetails.parse(row.details),
  giftCardIds: row.gift_card_ids,
  usesCredit: row.use_credit,
  cardFingerprint: row.card_fingerprint,
  expiresAt: row.expires_at,
  isExpired: row.expired,
});

/** Begin a checkout; gives the token for its address. */
export async function createCheckout(
  db: Queryable,
  checkout: { market: Market; cartId: string; customerId: number; details: Partial<CheckoutDetails> },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.execute({
    name: 'checkout.create',
    text: `insert into checkouts (token_digest, market, cart_id, customer_id, details, expires_at) values ($1, $2, $3, $4, $5, now() + interval '${CHECKOUT_MINUTES} minutes')`,
    values: [digestOf(token), checkout.market, checkout.cartId, checkout.customerId, JSON.stringify(checkout.details)],
  });
  return token;
}

/** Begin the checkout of a token that was made before, or go on with it for another half hour. */
export const ensureCheckout = (
  db: Queryable,
  token: string,
  checkout: { market: Market; cartId: string; customerId: number; details: CheckoutDetails },
): Promise<number> =>
  db.execute({
    name: 'checkout.ensure',
    text: `insert into checkouts (token_digest, market, cart_id, customer_id, details, expires_at) values ($1, $2, $3, $4, $5, now() + interval '${CHECKOUT_MINUTES} minutes')
      on conflict (token_digest) do update set expires_at = excluded.expires_at, details = excluded.details`,
    values: [digestOf(token), checkout.market, checkout.cartId, checkout.customerId, JSON.stringify(checkout.details)],
  });

/** The checkout of a token in its market; null where there is none. */
export async function findCheckout(db: Queryable, token: string, market: Market): Promise<Checkout | null> {
  const row = await db.queryOne<Row>({
    name: 'checkout.find',
    text: `select ${COLUMNS} from checkouts where token_digest = $1 and market = $2`,
    values: [digestOf(token), market],
  });
  return row && toCheckout(row);
}

/** The same, locked for the rest of the transaction. */
export async function lockCheckout(transaction: Transaction, token: string, market: Market): Promise<Checkout | null> {
  const row = await transaction.queryOne<Row>({
    name: 'checkout.lock',
    text: `select ${COLUMNS} from checkouts where token_digest = $1 and market = $2 for update`,
    values: [digestOf(token), market],
  });
  return row && toCheckout(row);
}

export const saveDetails = (db: Queryable, id: string, details: CheckoutDetails): Promise<number> =>
  db.execute({ name: 'checkout.details', text: 'update checkouts set details = $2 where id = $1', values: [id, JSON.stringify(details)] });

/** Remember a card that a first-order discount does not apply to at this checkout's address. */
export const setRefusedCard = (db: Queryable, id: string, cardFingerprint: string): Promise<number> =>
  db.execute({
    name: 'checkout.refused_card',
    text: 'update checkouts set card_fingerprint = $2 where id = $1',
    values: [id, cardFingerprint],
  });

/** Pay with these gift cards. */
export const setGiftCards = (db: Queryable, id: string, giftCardIds: readonly string[]): Promise<number> =>
  db.execute({ name: 'checkout.gift_cards', text: 'update checkouts set gift_card_ids = $2 where id = $1', values: [id, giftCardIds] });

/** Whether the customer's store credit is to be spent. */
export const setUsesCredit = (db: Queryable, id: string, usesCredit: boolean): Promise<number> =>
  db.execute({ name: 'checkout.use_credit', text: 'update checkouts set use_credit = $2 where id = $1', values: [id, usesCredit] });
