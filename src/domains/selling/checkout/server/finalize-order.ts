/**
 * FINALIZE and its opposite. Both lock the order first, both do nothing the second time, and both may be called by the
 * shopper's return, by a repeated press, and by the job that picks up after a crash.
 */

import { LOW_INVENTORY } from '#domains/catalogue/model/hit.ts';
import { purgeCartId } from '#domains/customers/identity/server/metadata.ts';
import { resolveMergedCartId } from '#domains/selling/cart/server/cart-repository.ts';
import { findEarlierOrder } from '#domains/selling/promotions/server/earlier-orders.ts';
import { redeemPromotionUses, releasePromotionUses } from '#domains/selling/promotions/server/promotion-uses.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { closeHolds } from '#lib/server/ledger.ts';
import type { OrderStatus } from '../model/order-status.ts';
import type { Payment, PaymentGateway, PaymentRequest } from '../model/payment-port.ts';
import { setRefusedCard } from './checkout-repository.ts';
import { installationId } from './installation.ts';
import { issueGiftCards } from './issue-gift-cards.ts';
import {
  findOrder,
  lockOrder,
  ORDER_COLUMNS,
  type Order,
  type OrderLine,
  orderLines,
  recordEvent,
  setPayment,
} from './order-repository.ts';
import type { PaymentMethodStore } from './payment-method-store.ts';
import { closeReservation } from './reserve-stock.ts';

/** What happens in the same transaction when an order is placed: the receipt's job, later credits and more. `savedCardId` is the stored card that its payment kept. */
export type OrderPlacedHandler = (transaction: Transaction, order: Order, savedCardId: string | null) => Promise<void>;

export interface CheckoutDeps {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly onPlaced: OrderPlacedHandler;
  /** The same where a draft ends after its card was refused: the buyer is written to. */
  readonly onDeclined: (transaction: Transaction, order: Order) => Promise<void>;
  readonly wallet: PaymentMethodStore;
}

const lockCart = (transaction: Transaction, id: string): Promise<{ id: string } | null> =>
  transaction.queryOne<{ id: string }>({ name: 'finish.lock_cart', text: 'select id from carts where id = $1 for update', values: [id] });

/** Lock the cart of an order, or the one it was merged into since, however often it was merged on meanwhile; null where it is gone. */
async function lockOrderedCart(transaction: Transaction, id: string): Promise<string | null> {
  for (let last = id; ; ) {
    const cart = await lockCart(transaction, last);
    if (cart) return cart.id;
    const went = await resolveMergedCartId(transaction, id);
    if (went === last) return null;
    last = went;
  }
}

/** Takes the ordered cases out of the cart; what was added meanwhile stays. @returns the id of a cart that ended with it, else null */
async function emptyCart(transaction: Transaction, order: Order, lines: readonly OrderLine[]): Promise<string | null> {
  const cartId = await lockOrderedCart(transaction, order.cartId);
  if (cartId === null) return null;
  const chosen = lines.filter(({ addedByPromotion }) => !addedByPromotion);
  await transaction.execute({
    name: 'finish.take_lines',
    // Gift cards of one amount may go to several people, each a line.
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
  const dropped = await transaction.execute({
    name: 'finish.drop_cart',
    text: 'delete from carts c where c.id = $1 and not exists (select 1 from cart_lines l where l.cart_id = c.id)',
    values: [cartId],
  });
  if (dropped > 0) return cartId;
  await transaction.execute({
    name: 'finish.clear_coupons',
    text: "update carts set coupon_ids = '{}', gifts = '[]', declined_gifts = '[]', version = version + 1 where id = $1",
    values: [cartId],
  });
  return null;
}

/** Give a paid order its number. What goes by e-mail has gone: gift cards are issued, and nobody has anything to send. */
async function place(transaction: Transaction, orderId: string, cardFingerprint: string | null, isDigital: boolean): Promise<Order> {
  const placed = await transaction.queryOne<Order>({
    name: 'order.place',
    text: `with numbered as (update order_numbers n set last = last + 1 from orders o where o.id = $1 and n.market = o.market returning n.last)
      update orders set status = $3, placed_at = now(), number = numbered.last, card_fingerprint = $2 from numbered where orders.id = $1
        returning ${ORDER_COLUMNS}`,
    values: [orderId, cardFingerprint, isDigital ? 'Completed' : 'Awaiting Fulfillment'],
  });
  if (!placed) throw new Error(`order ${orderId} could not be given a number`);
  return placed;
}

/** Place a paid order: stock taken, number given, cart emptied, receipt queued. Gives the order as it is after. */
export async function finalizeOrder(
  deps: CheckoutDeps,
  orderId: string,
  payment: Pick<Payment, 'id' | 'amountCents' | 'card' | 'cardFingerprint'> | null,
): Promise<Order | null> {
  const placed = await deps.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order || order.status !== 'Incomplete') return null;
    if ((payment?.amountCents ?? 0) !== order.chargeCents) throw new Error(`payment of order ${orderId} is not what it was charged`);
    const lines = await orderLines(transaction, orderId);
    const endedCart = await emptyCart(transaction, order, lines);
    await closeHolds(transaction, orderId, 'taken');
    await closeReservation(transaction, orderId, 'taken');
    await redeemPromotionUses(transaction, orderId);
    await issueGiftCards(transaction, order, lines);
    const keepsCard = order.keepCard && order.customerId !== 0;
    const savedCardId = keepsCard && payment?.card ? await deps.wallet.keep(transaction, order, payment.card) : null;
    const isDigital = lines.every(({ summary }) => summary.skuType === 'digital');
    await recordEvent(transaction, orderId, 'placed', { payment: payment?.id ?? null, amountCents: payment?.amountCents ?? 0 });
    if (isDigital) await recordEvent(transaction, orderId, 'completed', { from: 'Awaiting Fulfillment', to: 'Completed' });
    if (endedCart !== null && order.customerId !== 0)
      await purgeCartId(transaction, { id: order.customerId, market: order.market }, endedCart);
    // The number comes last: its row is the one that all orders of a market wait for.
    const now = await place(transaction, orderId, payment?.cardFingerprint ?? null, isDigital);
    await deps.onPlaced(transaction, now, savedCardId);
    return now;
  });
  if (!placed) return findOrder(deps.database, orderId);
  await announceShortStock(deps.database, orderId);
  return placed;
}

/**
 * Tell every process that pages show too much stock, where the order left little of something. After the commit: a NOTIFY
 * inside would make all orders of the shop wait for one another.
 */
const announceShortStock = (database: Database, orderId: string): Promise<number> =>
  database.execute({
    name: 'order.announce',
    text: `select pg_notify('catalogue_changed', 'stock') where exists (
      select 1 from reservations r join stock s on s.product_id = r.product_id and s.market = r.market where r.order_id = $1 and s.level - s.reserved < $2)`,
    values: [orderId, LOW_INVENTORY],
  });

/** Give up a draft that the gateway will never charge: its stock goes back. `failure` is why its card was refused, where it was. */
export async function releaseOrder(deps: CheckoutDeps, orderId: string, reason: string, failure: string | null = null): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order || order.status !== 'Incomplete') return;
    await closeHolds(transaction, orderId, 'released');
    await closeReservation(transaction, orderId, 'released');
    await releasePromotionUses(transaction, orderId);
    const status: OrderStatus = failure === null ? 'Cancelled' : 'Declined';
    await transaction.execute({ name: 'order.cancel', text: 'update orders set status = $2 where id = $1', values: [orderId, status] });
    await recordEvent(transaction, orderId, status.toLowerCase(), { reason, ...(failure === null ? {} : { failure }) });
    if (failure !== null) await deps.onDeclined(transaction, order);
  });
}

/** What a payment is begun with, beside the order. */
export type PaymentPlace = Pick<PaymentRequest, 'currency' | 'description' | 'returnUrl' | 'backUrl' | 'origin'>;

/**
 * Begin the payment of a draft at the gateway, or find the one begun before. An order with nothing to charge, and one that
 * its stored card has paid, is placed at once.
 */
export async function startPayment(
  deps: CheckoutDeps,
  order: Order,
  place: PaymentPlace,
): Promise<{ placed: true } | { placed: false; payUrl: string } | { placed: false; isDiscountLost: true }> {
  if (order.chargeCents === 0) {
    await finalizeOrder(deps, order.id, null);
    return { placed: true };
  }
  // A stored card may have paid since the order was read, so the gateway is asked again.
  if (order.paymentUrl && order.instrumentId === null) return { placed: false, payUrl: order.paymentUrl };
  const storedCard = order.instrumentId === null ? null : await deps.wallet.gatewayToken(deps.database, order, order.instrumentId);
  const request: PaymentRequest = {
    merchantKey: order.id,
    installationId: await installationId(deps.database),
    amountCents: order.chargeCents,
    storedCard,
    customerKey: order.customerId === 0 ? null : String(order.customerId),
    keepCard: order.keepCard,
    captureLater: order.isForFirstOrder,
    ...place,
  };
  // An answer that was lost is asked for again: the same key is the same payment.
  const payment = await deps.gateway.begin(request).catch(() => deps.gateway.begin(request));
  await setPayment(deps.database, order.id, payment.id, payment.payUrl);
  if (payment.status !== 'captured' && payment.status !== 'authorised') return { placed: false, payUrl: payment.payUrl };
  const taken = await takePayment(deps, { ...order, paymentId: payment.id }, payment);
  if (taken === null) return { placed: false, isDiscountLost: true };
  const placed = await finalizeOrder(deps, order.id, taken);
  if (placed?.number == null) throw new Error(`order ${order.id} was paid and could not be placed`);
  return { placed: true };
}

/**
 * Takes the money of an authorised payment, unless its card and address show that the order is no first one. The draft is then
 * ended without a charge, and the checkout remembers the card, so that it shows why the discount is gone.
 * @returns the captured payment, or null where the draft was ended
 */
async function takePayment(deps: CheckoutDeps, order: Order, payment: Payment): Promise<Payment | null> {
  if (payment.status !== 'authorised') return payment;
  const { customerId, email, details: address, id: orderId } = order;
  const buyer = { customerId, email, address, cardFingerprint: payment.cardFingerprint, orderId };
  if (order.isForFirstOrder && (await findEarlierOrder(deps.database, buyer)) !== null) {
    if (payment.cardFingerprint !== null) await setRefusedCard(deps.database, order.checkoutId, payment.cardFingerprint);
    await cancelDraft(deps, order, 'not a first order: the same buyer ordered before');
    return null;
  }
  const captured = await deps.gateway.capture(order.paymentId ?? payment.id);
  if (captured.status !== 'captured') throw new Error(`the authorised payment of order ${order.id} could not be captured`);
  return captured;
}

/**
 * End a draft whatever its payment did: the gateway is told never to charge it; where it had charged already the order
 * is placed instead.
 */
export async function cancelDraft(deps: CheckoutDeps, order: Order, reason: string): Promise<'placed' | 'cancelled'> {
  const payment = order.chargeCents === 0 ? null : await deps.gateway.cancel(order.id);
  if (payment?.status === 'captured') {
    await finalizeOrder(deps, order.id, payment);
    return 'placed';
  }
  await releaseOrder(deps, order.id, reason, payment?.failure ?? null);
  return 'cancelled';
}

/** Ask the gateway how a draft's payment stands and do what follows from it. */
export async function confirmOrderPayment(deps: CheckoutDeps, order: Order): Promise<'paid' | 'open' | 'cancelled'> {
  if (order.number !== null) return 'paid';
  if (order.status !== 'Incomplete') return 'cancelled';
  const payment = order.paymentId ? await deps.gateway.find(order.paymentId) : null;
  if (payment?.status === 'captured' || payment?.status === 'authorised') {
    const taken = await takePayment(deps, order, payment);
    const placed = taken && (await finalizeOrder(deps, order.id, taken));
    return placed?.number != null ? 'paid' : 'cancelled';
  }
  if (payment?.status === 'open' || (!payment && order.isHeld)) return 'open';
  return (await cancelDraft(deps, order, 'the payment was given up')) === 'placed' ? 'paid' : 'cancelled';
}

/** The same for an order's id; an id that is none is no news. */
export async function confirmPaymentByOrderId(deps: CheckoutDeps, orderId: string): Promise<void> {
  const order = await findOrder(deps.database, orderId);
  if (order) await confirmOrderPayment(deps, order);
}
