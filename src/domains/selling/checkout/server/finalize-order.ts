/**
 * Places a paid order (FINALIZE), or releases one that is not paid. Both lock the order first and do nothing the second time, because
 * the shopper's return, a repeated submission and the job that resumes orders after a crash all call them [CHK-3].
 */

import { LOW_INVENTORY } from '#domains/catalogue/model/hit.ts';
import { clearCartId } from '#domains/customers/identity/server/customer.repository.ts';
import { resolveMergedCartId } from '#domains/selling/cart/server/cart.repository.ts';
import type { Payment } from '#domains/selling/payments/port/payment-port.ts';
import { redeemPromotionUses, releasePromotionUses } from '#domains/selling/promotions/server/promotion-uses.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { closeHolds } from '#lib/server/ledger.repository.ts';
import type { OrderStatus } from '../model/order-status.ts';
import { clearCartPromotions, deleteCartIfEmpty, lockCartId, removeOrderedLines } from './checkout.repository.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { issueGiftCards } from './issue-gift-cards.ts';
import { findOrder, lockOrder, type Order, type OrderLine, orderLines, placeDraft, recordEvent, setStatus } from './order.repository.ts';
import { closeReservation, notifyLowStock } from './reservation.repository.ts';

/** Locks the cart of an order, or the cart that it was merged into. @returns null if the cart was deleted */
async function lockOrderedCart(transaction: Transaction, id: string): Promise<string | null> {
  for (let last = id; ; ) {
    if (await lockCartId(transaction, last)) return last;
    const target = await resolveMergedCartId(transaction, id);
    if (target === last) return null;
    last = target;
  }
}

/**
 * Removes the ordered cases from a locked cart. Cases added since then stay.
 * @returns the id of the cart if it became empty and was deleted, else null
 */
async function emptyCart(transaction: Transaction, cartId: string, lines: readonly OrderLine[]): Promise<string | null> {
  const [, isDeleted] = await Promise.all([removeOrderedLines(transaction, cartId, lines), deleteCartIfEmpty(transaction, cartId)]);
  if (isDeleted) return cartId;
  clearCartPromotions(transaction, cartId);
  return null;
}

/**
 * Places a paid order in one transaction: takes the stock, assigns the number, empties the cart, queues the receipt [CHK-2, CHK-4, CHK-16].
 * @returns the order afterwards
 */
export async function finalizeOrder(
  deps: CheckoutDeps,
  orderId: string,
  payment: Pick<Payment, 'id' | 'amountCents' | 'card' | 'cardFingerprint'> | null,
): Promise<Order | null> {
  const isPlaced = await deps.database.transaction(async (transaction) => {
    const [order, lines] = await Promise.all([lockOrder(transaction, orderId), orderLines(transaction, orderId)]);
    if (!order || order.status !== 'Incomplete') return false;
    if ((payment?.amountCents ?? 0) !== order.chargeCents) throw new Error(`the payment of order ${orderId} differs from its charge`);
    const cartId = await lockOrderedCart(transaction, order.cartId);
    // One round trip. The stock itself is changed with the commit.
    const [deletedCartId] = await Promise.all([
      cartId === null ? null : emptyCart(transaction, cartId, lines),
      closeHolds(transaction, orderId, 'captured'),
      redeemPromotionUses(transaction, orderId),
      recordEvent(transaction, orderId, 'placed', { payment: payment?.id ?? null, amountCents: payment?.amountCents ?? 0 }),
      closeReservation(transaction, orderId, 'committed'),
    ]);
    await issueGiftCards(transaction, order, lines);
    const keepsCard = order.saveCard && order.customerId !== 0;
    const savedCardId = keepsCard && payment?.card ? await deps.paymentMethods.saveCard(transaction, order, payment.card) : null;
    const isDigital = lines.every(({ summary }) => summary.skuType === 'digital');
    if (isDigital) await recordEvent(transaction, orderId, 'completed', { from: 'Awaiting Fulfillment', to: 'Completed' });
    if (deletedCartId !== null && order.customerId !== 0)
      clearCartId(transaction, { id: order.customerId, market: order.market }, deletedCartId);
    // Assigns the number last, because all orders of a market wait for the lock of its row [ORD-1]. It is sent together with the change
    // of the stock and the commit, so that neither is locked during a round trip.
    placeDraft(transaction, orderId, payment, isDigital ? 'Completed' : 'Awaiting Fulfillment');
    await deps.onPlaced(transaction, order, savedCardId);
    return true;
  });
  const [placed] = await Promise.all([
    findOrder(deps.database, orderId),
    isPlaced && notifyLowStock(deps.database, orderId, LOW_INVENTORY),
  ]);
  return placed;
}

/** Ends a draft that the gateway will never charge, and releases its stock. @param failure why its card was declined */
export async function releaseOrder(deps: CheckoutDeps, orderId: string, reason: string, failure: string | null = null): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order || order.status !== 'Incomplete') return;
    await closeHolds(transaction, orderId, 'released');
    await closeReservation(transaction, orderId, 'released');
    await releasePromotionUses(transaction, orderId);
    const status: OrderStatus = failure === null ? 'Cancelled' : 'Declined';
    await setStatus(transaction, orderId, status);
    await recordEvent(transaction, orderId, status.toLowerCase(), { reason, ...(failure === null ? {} : { failure }) });
    if (failure !== null) await deps.onDeclined(transaction, order);
  });
}
