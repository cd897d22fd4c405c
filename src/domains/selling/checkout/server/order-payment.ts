/** PAYMENT: starts, captures, confirms and cancels the payment of a draft. It runs outside any transaction, keyed by the order. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment, PaymentRequest } from '#domains/selling/payments/port/payment-port.ts';
import { installationId } from '#domains/selling/payments/port/server/payment.repository.ts';
import { findEarlierOrder } from '#domains/selling/promotions/server/promotion-uses.repository.ts';
import { setRefusedCard } from './checkout.repository.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { finalizeOrder, releaseOrder } from './finalize-order.ts';
import { findOrder, type Order, setPayment } from './order.repository.ts';

const RETRY_PAUSE_MS = 500;

/** Options of a payment in addition to the order. */
export type PaymentOptions = Pick<PaymentRequest, 'currency' | 'description' | 'returnUrl' | 'backUrl' | 'origin'>;

/**
 * Starts the payment of a draft at the gateway, or finds the one that was started before. Places the order at once if there is nothing
 * to charge or if its stored card has paid.
 */
export async function startPayment(
  deps: CheckoutDeps,
  order: Order,
  options: PaymentOptions,
): Promise<{ placed: true } | { placed: false; payUrl: string } | { placed: false; isDiscountLost: true }> {
  if (order.chargeCents === 0) {
    // A repeated request with another cart or other details may have ended the draft.
    if ((await finalizeOrder(deps, order.id, null))?.number == null) throw new Error(`order ${order.id} was ended before it was placed`);
    return { placed: true };
  }
  // A stored card may have paid since the order was read, so only a page is reused.
  if (order.paymentUrl && order.instrumentId === null) return { placed: false, payUrl: order.paymentUrl };
  const storedCard = order.instrumentId === null ? null : await deps.paymentMethods.gatewayToken(deps.database, order, order.instrumentId);
  const request: PaymentRequest = {
    merchantKey: order.id,
    installationId: await installationId(deps.database),
    amountCents: order.chargeCents,
    storedCard,
    customerKey: order.customerId === 0 ? null : String(order.customerId),
    saveCard: order.saveCard,
    captureLater: order.isForFirstOrder,
    ...options,
  };
  // Retries once after a lost response. Requests with the same key start only one payment. The first one may be under way for a moment.
  const payment = await deps.gateway.begin(request).catch(async () => {
    await sleep(RETRY_PAUSE_MS);
    return deps.gateway.begin(request);
  });
  await setPayment(deps.database, order.id, payment.id, payment.payUrl);
  if (payment.status !== 'captured' && payment.status !== 'authorised') return { placed: false, payUrl: payment.payUrl };
  const captured = await capturePayment(deps, { ...order, paymentId: payment.id }, payment);
  if (captured === null) return { placed: false, isDiscountLost: true };
  const placed = await finalizeOrder(deps, order.id, captured);
  if (placed?.number == null) throw new Error(`order ${order.id} was paid and could not be placed`);
  return { placed: true };
}

/**
 * Captures an authorised payment, unless its card or address shows that a first-order discount does not apply. It then cancels the
 * draft without a charge and saves the card with the checkout, which shows why the discount is lost.
 * @returns the captured payment, or null if the draft was cancelled
 */
async function capturePayment(deps: CheckoutDeps, order: Order, payment: Payment): Promise<Payment | null> {
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

/** Ends a draft and cancels its payment at the gateway. If the gateway has charged it already, places the order instead. */
export async function cancelDraft(deps: CheckoutDeps, order: Order, reason: string): Promise<'placed' | 'cancelled'> {
  const payment = order.chargeCents === 0 ? null : await deps.gateway.cancel(order.id);
  if (payment?.status === 'captured') return (await finalizeOrder(deps, order.id, payment))?.number == null ? 'cancelled' : 'placed';
  await releaseOrder(deps, order.id, reason, payment?.failure ?? null);
  return 'cancelled';
}

/**
 * Like `cancelDraft`, for callers that answer somebody.
 * @returns `unreachable` if the gateway does not answer, or while a charge is under way: its outcome decides, and a job looks for it
 */
export const tryToCancelDraft = (deps: CheckoutDeps, order: Order, reason: string): Promise<'placed' | 'cancelled' | 'unreachable'> =>
  cancelDraft(deps, order, reason).catch(() => 'unreachable');

/** Reads the payment of a draft from the gateway, and places or ends the order accordingly. */
export async function confirmOrderPayment(deps: CheckoutDeps, order: Order): Promise<'paid' | 'open' | 'cancelled'> {
  if (order.number !== null) return 'paid';
  if (order.status !== 'Incomplete') return 'cancelled';
  const payment = order.paymentId ? await deps.gateway.find(order.paymentId) : null;
  if (payment?.status === 'captured' || payment?.status === 'authorised') {
    const captured = await capturePayment(deps, order, payment);
    const placed = captured && (await finalizeOrder(deps, order.id, captured));
    return placed?.number != null ? 'paid' : 'cancelled';
  }
  if (payment?.status === 'open' || (!payment && order.isHeld)) return 'open';
  return (await cancelDraft(deps, order, 'the payment was given up')) === 'placed' ? 'paid' : 'cancelled';
}

/** Like `confirmOrderPayment`, for an order id. Does nothing if the order does not exist. */
export async function confirmPaymentByOrderId(deps: CheckoutDeps, orderId: string): Promise<void> {
  const order = await findOrder(deps.database, orderId);
  if (order) await confirmOrderPayment(deps, order);
}
