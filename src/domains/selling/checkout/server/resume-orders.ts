/**
 * Finishes what a crash, a closed tab or a lost response interrupted: drafts that were paid, drafts that expired, and captures without an
 * order [CHK-2]. Safe to run in several processes at once.
 */

import type { CapturedPayment } from '#domains/selling/payments/port/payment-port.ts';
import { installationId, PaymentAlertRaised, raiseAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import { isUuid } from '#lib/is-uuid.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { draftsToResume, findOrder, findPlacedOrders, isRefundRecorded, lockOrder, type Order, recordEvent } from './order.repository.ts';
import { cancelDraft, confirmOrderPayment } from './order-payment.ts';

/** Processes the open drafts. @returns how many were placed and how many ended @throws AggregateError if some failed */
export async function resumeOrders(deps: CheckoutDeps): Promise<{ placed: number; ended: number }> {
  const done = { placed: 0, ended: 0 };
  const errors: unknown[] = [];
  for (const order of await draftsToResume(deps.database, 100)) {
    try {
      const outcome = await resumeOrder(deps, order);
      if (outcome) done[outcome] += 1;
    } catch (error) {
      // A failed draft must not block the others.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} drafts could not be settled`);
  return done;
}

/** Places or ends a draft according to its payment. @returns null while the payment is open */
async function resumeOrder(deps: CheckoutDeps, order: Order): Promise<'placed' | 'ended' | null> {
  const status = await confirmOrderPayment(deps, order);
  if (status !== 'open') return status === 'paid' ? 'placed' : 'ended';
  if (order.isHeld) return null;
  return (await cancelDraft(deps, order, 'the payment ran out of time')) === 'placed' ? 'placed' : 'ended';
}

/** Records the refund of a capture without an order, once: two runs may have refunded it with the same key. */
const recordRefund = (deps: Pick<CheckoutDeps, 'database'>, orderId: string, paymentId: string): Promise<void> =>
  deps.database.transaction(async (transaction) => {
    await lockOrder(transaction, orderId);
    if (await isRefundRecorded(transaction, orderId, paymentId)) return;
    await recordEvent(transaction, orderId, 'refunded', { payment: paymentId, reason: 'captured without an order' });
  });

/**
 * Refunds captures of this installation whose order was cancelled or never placed. A payment of another installation is not changed and
 * raises an alert (docs/decisions/0097-payments-that-are-not-ours.md). Orders are looked up in one statement, because nearly all captures
 * have one.
 * @param hours age of the oldest captures that are checked
 * @returns how many were refunded
 * @throws PaymentAlertRaised at the end if there are new alerts
 */
export async function reconcilePayments(deps: Pick<CheckoutDeps, 'database' | 'gateway'>, hours: number): Promise<number> {
  let refunded = 0;
  const alerts: string[] = [];
  const installation = await installationId(deps.database);
  const since = new Date(Date.now() - hours * 3_600_000);
  const alertOf = async ({ id }: CapturedPayment, amountCents: number, detail: string): Promise<void> => {
    const alert = { gateway: deps.gateway.name, subject: id, kind: 'stray_payment', amountCents, detail } as const;
    if (await raiseAlert(deps.database, alert)) alerts.push(detail);
  };
  const payments = await deps.gateway.capturedSince(since);
  // Other programs that use the account have keys of their own, which are no ids.
  const orderIds = payments.map(({ merchantKey }) => merchantKey).filter(isUuid);
  const placed = await findPlacedOrders(deps.database, orderIds);
  for (const payment of payments) {
    // Only staff refund a placed order, even if it was cancelled later.
    if (placed.has(payment.merchantKey)) continue;
    const order = isUuid(payment.merchantKey) ? await findOrder(deps.database, payment.merchantKey) : null;
    if (order && (order.number !== null || (order.status !== 'Cancelled' && order.status !== 'Declined'))) continue;
    if (payment.installationId !== installation) {
      const detail = `Payment ${payment.id} was captured and has no order here. It does not carry this installation's id, so it was not refunded.`;
      await alertOf(payment, payment.amountCents, detail);
      continue;
    }
    const remaining = payment.amountCents - payment.refundedCents;
    const refund = await deps.gateway.refund({ paymentId: payment.id, amountCents: remaining, key: `stray-${payment.id}` });
    if (refund.status === 'refused') {
      const detail = `Payment ${payment.id} was captured and has no order. Its refund was refused: ${refund.reason ?? 'no reason was given'}`;
      await alertOf(payment, remaining, detail);
    }
    if (refund.status !== 'done') continue;
    if (order) await recordRefund(deps, order.id, payment.id);
    refunded += 1;
  }
  if (alerts.length > 0) throw new PaymentAlertRaised(alerts.join(' '));
  return refunded;
}
