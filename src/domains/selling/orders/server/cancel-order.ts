/** Cancels an unshipped order: puts the cases back on sale and refunds the money. */

import { notifyReturnedStock, returnStock } from '#domains/selling/checkout/server/reservation.repository.ts';
import { releasePromotionUses } from '#domains/selling/promotions/server/promotion-uses.repository.ts';
import { textFields } from '#domains/staff/model/logged-facts.ts';
import { type LineFulfilment, OrderActionError, restockedByProduct } from '../model/line-fulfilment.ts';
import { assertNotDisputed } from './disputes.ts';
import { type Refund, readLineFulfilments, readRefundableBalance, refundsOf } from './fulfilment.repository.ts';
import { assertGivenKnown } from './given-for-claims.ts';
import { assertFirstUnlabelled } from './labels/active-labels.ts';
import { lockPlaced, type OrderDeps, transitionOrder } from './order-deps.ts';
import { withGiftCards } from './order-gift-cards.ts';
import { intendRefund, processRefund, type RefundRequest } from './refund-order.ts';

/** Idempotency key of the refund. A cancelled order has one refund at most. */
const KEY = 'cancel';

const isSpent = ({ cards, netCents, refundedCents }: LineFulfilment): boolean =>
  cards !== undefined && cards.reduce((sum, { remainingCents }) => sum + remainingCents, 0) < netCents - refundedCents;

/**
 * Cancels an order. A repeated call returns the first refund.
 * @returns the refund, or null if there was nothing to refund
 * @throws OrderActionError if something was shipped, the status does not allow it or it is in the labelled parcels of another order
 */
export async function cancelOrder(
  deps: OrderDeps,
  orderId: string,
  request: Pick<RefundRequest, 'reason' | 'actor' | 'knowsGiven'>,
): Promise<Refund | null> {
  const { refundId, restocked } = await deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    if (order.status === 'Cancelled')
      return { refundId: (await refundsOf(transaction, orderId)).find(({ key }) => key === KEY)?.id ?? null, restocked: 0 };
    await deps.observer?.before(transaction, order);
    await assertNotDisputed(transaction, order);
    // A job cancels labels of the order itself. Those of another one stay on the parcel with its wines.
    await assertFirstUnlabelled(transaction, orderId);
    await assertGivenKnown(transaction, order, request.knowsGiven);
    const fulfilments = await withGiftCards(transaction, orderId, await readLineFulfilments(transaction, orderId));
    if (fulfilments.some(({ shipped }) => shipped > 0))
      throw new OrderActionError(`Order #${order.number} has been (partly) shipped, so it can’t be cancelled. Refund it instead.`);
    if (fulfilments.some(isSpent))
      throw new OrderActionError(
        `Gift cards of order #${order.number} have been (partly) spent, so it can’t be cancelled. Refund it instead.`,
      );
    await transitionOrder(transaction, order, 'Cancelled', { event: 'cancelled', data: { reason: request.reason }, actor: request.actor });
    const balance = await readRefundableBalance(transaction, orderId);
    const remainingCents = balance.paidCents - balance.refundedCents;
    const lines = fulfilments
      .map((line) => ({ ...line, left: line.quantity - line.withdrawn }))
      .filter(({ left }) => left > 0)
      .map(({ position, left, netCents, refundedCents, cards }) => ({
        position,
        quantity: left,
        withdrawn: left,
        restocked: left,
        amountCents: Math.max(0, netCents - refundedCents),
        ...(cards ? { voided: cards.filter(({ remainingCents }) => remainingCents > 0) } : {}),
      }));
    const shippingCents = Math.min(balance.shippingCents - balance.refundedShippingCents, remainingCents);
    const id =
      remainingCents > 0
        ? await intendRefund(transaction, order, { amountCents: remainingCents, shippingCents, lines }, { ...request, key: KEY })
        : null;
    await deps.enqueueEmail(transaction, { kind: 'cancelled', orderId });
    const cases = await returnStock(transaction, order.id, order.market, restockedByProduct(fulfilments, lines));
    await releasePromotionUses(transaction, orderId);
    await deps.observer?.after(transaction, order, {
      action: 'cancelled',
      after: { status: 'Cancelled', amountCents: Math.max(0, remainingCents), ...textFields({ reason: request.reason }) },
      refundCents: Math.max(0, remainingCents),
    });
    return { refundId: id, restocked: cases };
  });
  if (restocked > 0) await notifyReturnedStock(deps.database);
  return refundId === null ? null : processRefund(deps, refundId);
}
