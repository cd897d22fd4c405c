/** SQL of orders, their lines, their reservations and their events. */
import type { LineOffer } from '#domains/catalogue/model/hit.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CheckoutDetails } from '../contract.ts';
import type { OrderStatus } from '../model/order-status.ts';
import type { Tenders } from './order-tenders.ts';

/** Amounts of an order in cents, as the shopper saw them. */
export interface OrderTotals {
  readonly baseCents: number;
  readonly discounts: readonly { readonly name: string; readonly code: string | null; readonly cents: number }[];
  readonly shippingCents: number;
  readonly isFreeShipping: boolean;
  readonly totalCents: number;
  readonly taxCents: number;
  /** Tenders besides the card. Older orders have none. */
  readonly tenders?: Tenders;
}

/** The payment of an order besides its total. */
export interface PaymentPlan {
  /** The amount that the gateway charges. */
  readonly chargeCents: number;
  /** The customer's stored card to charge, or null for the gateway's page. */
  readonly instrumentId: string | null;
  /** True if the card that pays is saved. */
  readonly saveCard: boolean;
  /**
   * True with a first-order discount: the card is authorised first, and captured once it is known not to be an earlier buyer's
   * (docs/decisions/0096-who-is-a-first-time-buyer.md).
   */
  readonly isForFirstOrder: boolean;
}

/** An order, or the draft of one while its payment is in progress. */
export interface Order extends PaymentPlan {
  readonly id: string;
  /** Null until the order is placed. */
  readonly number: number | null;
  readonly market: Market;
  readonly checkoutId: string;
  readonly cartId: string;
  readonly cartVersion: number;
  readonly customerId: number;
  readonly status: OrderStatus;
  readonly email: string;
  readonly details: CheckoutDetails;
  readonly totals: OrderTotals;
  readonly totalCents: number;
  readonly paymentId: string | null;
  readonly paymentUrl: string | null;
  /** True until the draft's stock reservation expires. */
  readonly isHeld: boolean;
  /** True while the request that drafted it may still be in progress. */
  readonly isBeginning: boolean;
  readonly placedAt: Date | null;
}

export interface OrderLine {
  readonly offerId: string;
  readonly productId: number;
  readonly quantity: number;
  readonly listCents: number;
  readonly discountCents: number;
  readonly addedByPromotion: boolean;
  readonly summary: LineOffer;
  /** Recipient of a gift card, if the buyer named one. */
  readonly giftDetails: unknown;
}

export interface OrderDraft extends PaymentPlan {
  readonly market: Market;
  readonly checkoutId: string;
  readonly cartId: string;
  readonly cartVersion: number;
  readonly customerId: number;
  readonly details: CheckoutDetails;
  readonly totals: OrderTotals;
  readonly couponIds: readonly number[];
  readonly lines: readonly OrderLine[];
}

/** Minutes that stock is reserved while a payment is in progress [CHK-4]. */
export const RESERVATION_TTL_MINUTES = 10;

/** Seconds that a request has to reach the gateway. After that a job or another request may end its draft. */
const BEGINNING_SECONDS = 20;

/** Columns of an `Order`. */
const ORDER_COLUMNS = `id, number, market, checkout_id as "checkoutId", cart_id as "cartId", cart_version as "cartVersion", status, email, details, totals,
  total_cents as "totalCents", charge_cents as "chargeCents", instrument_id as "instrumentId", save_card as "saveCard", first_order as "isForFirstOrder", customer_id as "customerId", payment_id as "paymentId", payment_url as "paymentUrl", reserved_until > now() as "isHeld",
  status = 'Incomplete' and payment_url is null and created_at > now() - interval '${BEGINNING_SECONDS} seconds' as "isBeginning", placed_at as "placedAt"`;

export const findOrder = (db: Queryable, id: string): Promise<Order | null> =>
  db.queryOne<Order>({ name: 'order.findOrder', text: `select ${ORDER_COLUMNS} from orders where id = $1`, values: [id] });

export const lockOrder = (transaction: Transaction, id: string): Promise<Order | null> =>
  transaction.queryOne<Order>({
    name: 'order.lockOrder',
    text: `select ${ORDER_COLUMNS} from orders where id = $1 for update`,
    values: [id],
  });

/** Locks and reads the draft that a cart is being paid with. @returns null if there is none */
export const lockDraftOfCart = (transaction: Transaction, cartId: string): Promise<Order | null> =>
  transaction.queryOne<Order>({
    name: 'order.lockDraftOfCart',
    text: `select ${ORDER_COLUMNS} from orders where cart_id = $1 and status = 'Incomplete' for update`,
    values: [cartId],
  });

/** Returns true if a cart is being paid with a draft. Does not wait for its lock. */
export async function hasDraft(db: Queryable, cartId: string): Promise<boolean> {
  const row = await db.queryOne<{ found: boolean }>({
    name: 'order.hasDraft',
    text: "select exists (select 1 from orders where cart_id = $1 and status = 'Incomplete') as found",
    values: [cartId],
  });
  return row?.found === true;
}

/** Reads the newest order of a checkout. @returns null if there is none */
export const orderOfCheckout = (db: Queryable, checkoutId: string): Promise<Order | null> =>
  db.queryOne<Order>({
    name: 'order.orderOfCheckout',
    text: `select ${ORDER_COLUMNS} from orders where checkout_id = $1 order by (number is not null) desc, created_at desc limit 1`,
    values: [checkoutId],
  });

/** Reads the newest order that a customer bought a cart with. @returns null if there is none */
export const placedOrderOfCart = (db: Queryable, cartId: string, customerId: number): Promise<Order | null> =>
  db.queryOne<Order>({
    name: 'order.placedOrderOfCart',
    text: `select ${ORDER_COLUMNS} from orders where cart_id = $1 and customer_id = $2 and number is not null order by placed_at desc limit 1`,
    values: [cartId, customerId],
  });

export const orderLines = (db: Queryable, orderId: string): Promise<OrderLine[]> =>
  db.queryMany<OrderLine>({
    name: 'order.orderLines',
    text: 'select offer_id as "offerId", product_id as "productId", quantity, list_cents as "listCents", discount_cents as "discountCents", added_by_promotion as "addedByPromotion", summary, gift_details as "giftDetails" from order_lines where order_id = $1 order by position',
    values: [orderId],
  });

/** Inserts a draft with its lines. @returns the draft as it is read */
export async function insertDraft(transaction: Transaction, draft: OrderDraft): Promise<Order> {
  const order = await transaction.queryOne<Order>({
    name: 'order.insertDraft.order',
    text: `insert into orders (market, checkout_id, cart_id, cart_version, customer_id, status, email, details, totals, total_cents, coupon_ids, charge_cents, instrument_id,
        save_card, first_order, reserved_until)
      values ($1, $2, $3, $4, $5, 'Incomplete', $6, $7, $8, $9, $10, $11, $12, $13, $14, now() + interval '${RESERVATION_TTL_MINUTES} minutes') returning ${ORDER_COLUMNS}`,
    values: [
      draft.market,
      draft.checkoutId,
      draft.cartId,
      draft.cartVersion,
      draft.customerId,
      draft.details.email,
      JSON.stringify(draft.details),
      JSON.stringify(draft.totals),
      draft.totals.totalCents,
      draft.couponIds,
      draft.chargeCents,
      draft.instrumentId,
      draft.saveCard,
      draft.isForFirstOrder,
    ],
  });
  if (!order) throw new Error('an order was inserted and did not come back');
  const lines = draft.lines.map((line, position) => ({
    order_id: order.id,
    position,
    offer_id: line.offerId,
    product_id: line.productId,
    quantity: line.quantity,
    list_cents: line.listCents,
    discount_cents: line.discountCents,
    added_by_promotion: line.addedByPromotion,
    summary: line.summary,
    gift_details: line.giftDetails,
  }));
  transaction.later({
    name: 'order.insertDraft.lines',
    text: 'insert into order_lines select * from jsonb_populate_recordset(null::order_lines, $1::jsonb)',
    values: [JSON.stringify(lines)],
  });
  await recordEvent(transaction, order.id, 'drafted');
  return order;
}

/** Appends to the order's event log. `actor` is `shop` for automatic events, else a member of staff. */
export const recordEvent = (
  transaction: Queryable,
  orderId: string,
  event: string,
  data: Readonly<Record<string, unknown>> = {},
  actor = 'shop',
): Promise<number> =>
  transaction.execute({
    name: 'order.recordEvent',
    // One statement writes the event and its webhook message, so neither exists without the other.
    text: `with happened as (insert into order_events (order_id, event, data, actor) values ($1, $2, $3, $4) returning id)
      insert into webhook_dispatches (event_id) select id from happened`,
    values: [orderId, event, JSON.stringify(data), actor],
  });

/** Saves the gateway's payment id and page URL of an order. */
export const setPayment = (db: Queryable, orderId: string, paymentId: string, paymentUrl: string): Promise<number> =>
  db.execute({
    name: 'order.setPayment',
    text: 'update orders set payment_id = $2, payment_url = $3 where id = $1',
    values: [orderId, paymentId, paymentUrl],
  });

/** Lists drafts whose payment should be checked, the oldest first: expired ones, and those that started some time ago. */
export const draftsToResume = (db: Queryable, limit: number): Promise<Order[]> =>
  db.queryMany<Order>({
    name: 'order.draftsToResume',
    text: `select ${ORDER_COLUMNS} from orders where status = 'Incomplete' and number is null and (reserved_until <= now() or created_at < now() - interval '${BEGINNING_SECONDS} seconds') order by reserved_until limit $1`,
    values: [limit],
  });

export const setStatus = (transaction: Transaction, orderId: string, status: OrderStatus): Promise<number> =>
  transaction.execute({ name: 'order.setStatus', text: 'update orders set status = $2 where id = $1', values: [orderId, status] });

/** Number of a market's first order [ORD-1]. */
export const FIRST_ORDER_NUMBER = 1_000_001;

/** Assigns the next number of the market to a paid draft [ORD-1]. @returns the order afterwards */
export async function placeDraft(
  transaction: Transaction,
  orderId: string,
  cardFingerprint: string | null,
  status: 'Completed' | 'Awaiting Fulfillment',
): Promise<Order> {
  const placed = await transaction.queryOne<Order>({
    name: 'order.placeDraft',
    text: `with numbered as (insert into order_numbers as n (market, last) select market, ${FIRST_ORDER_NUMBER} from orders where id = $1
        on conflict (market) do update set last = n.last + 1 returning n.last)
      update orders set status = $3, placed_at = now(), number = numbered.last, card_fingerprint = $2 from numbered where orders.id = $1
        returning ${ORDER_COLUMNS}`,
    values: [orderId, cardFingerprint, status],
  });
  if (!placed) throw new Error(`order ${orderId} could not be given a number`);
  return placed;
}

/** Returns true if a cart is being paid for or was bought. */
export async function isOrdered(db: Queryable, cartId: string): Promise<boolean> {
  const order = await db.queryOne({
    text: "select id from orders where cart_id = $1 and (number is not null or status = 'Incomplete')",
    values: [cartId],
  });
  return order !== null;
}

export interface PlacedTotal {
  readonly id: string;
  readonly number: number;
  readonly totalCents: number;
}

/** Reads number and total of those orders that were placed. */
export const placedTotals = (db: Queryable, ids: readonly string[]): Promise<PlacedTotal[]> =>
  db.queryMany<PlacedTotal>({
    name: 'order.placedTotals',
    text: 'select id, number, total_cents as "totalCents" from orders where id = any($1) and number is not null',
    values: [ids],
  });
