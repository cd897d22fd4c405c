/**
 * Refunds orders in three steps: records the refund under the order's lock, which serialises members of staff and puts the cases back on
 * sale; sends it to the gateway outside any transaction, with its id as idempotency key; records the outcome.
 * `retryPendingRefunds` finishes what a crash interrupts (docs/decisions/0014-order-fulfilment-and-refunds.md).
 */

import { findOrder, recordEvent } from '#domains/selling/checkout/server/order.repository.ts';
import { refundTenders } from '#domains/selling/checkout/server/order-tenders.ts';
import { notifyReturnedStock, returnStock } from '#domains/selling/checkout/server/reservation.repository.ts';
import { textFields } from '#domains/staff/model/logged-facts.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { getMarketConfig } from '#markets/market.ts';
import { labelRefusals } from '../messages/labels.ts';
import { type LineFulfilment, OrderActionError, restockedByProduct } from '../model/line-fulfilment.ts';
import { planRefund, type RefundInput, type RefundPlan } from '../model/plan-refund.ts';
import { assertNotDisputed } from './disputes.ts';
import {
  endRefund,
  findRefund,
  insertRefund,
  postponeRefund,
  type Refund,
  readLineFulfilments,
  readRefundableBalance,
  refundsOf,
  refundsToResume,
} from './fulfilment.repository.ts';
import { assertGivenKnown } from './given-for-claims.ts';
import { assertFirstUnlabelled, assertUnlabelled, cancelUnsentLabels } from './labels/active-labels.ts';
import { lockPlaced, type OrderDeps, type PlacedOrder, transitionError, transitionOrder } from './order-deps.ts';
import { refillCards, voidCards, withGiftCards } from './order-gift-cards.ts';

export interface RefundRequest {
  readonly key: string;
  readonly input: RefundInput;
  readonly reason: string;
  readonly actor: string;
  /** False if the person was not told what claims gave. Left out by commands, which print it. */
  readonly knowsGiven?: boolean;
}

/** Records an intended refund and puts its cases back on sale. @returns its id */
export async function intendRefund(
  transaction: Transaction,
  order: PlacedOrder,
  plan: RefundPlan,
  request: Pick<RefundRequest, 'key' | 'reason' | 'actor'>,
): Promise<string> {
  const { gatewayLeftCents } = await readRefundableBalance(transaction, order.id);
  const gatewayCents = Math.min(plan.amountCents, gatewayLeftCents);
  const id = await insertRefund(transaction, order.id, { ...plan, ...request, gatewayCents });
  await voidCards(transaction, id, plan);
  await recordEvent(
    transaction,
    order.id,
    'refund_intended',
    { refund: id, amountCents: plan.amountCents, reason: request.reason },
    request.actor,
  );
  return id;
}

/** A refund before it is made. */
export interface PlannedRefund {
  readonly plan: RefundPlan;
  readonly fulfilments: readonly LineFulfilment[];
  /** Part of the amount that the gateway returns to the card. */
  readonly gatewayCents: number;
  /** True if nothing of the payment is left afterwards. */
  readonly isWhole: boolean;
}

/** Plans a refund of a locked order without writing anything. @throws OrderActionError if its status or its payments do not allow it */
export async function planOrderRefund(transaction: Transaction, order: PlacedOrder, input: RefundInput): Promise<PlannedRefund> {
  await assertNotDisputed(transaction, order);
  const fulfilments = await withGiftCards(transaction, order.id, await readLineFulfilments(transaction, order.id));
  const balance = await readRefundableBalance(transaction, order.id);
  const { locale, currency } = getMarketConfig(order.market);
  const plan = planRefund(fulfilments, balance, input, locale, currency);
  const isWhole = plan.amountCents === balance.paidCents - balance.refundedCents;
  const to = isWhole ? 'Refunded' : 'Partially Refunded';
  // A cancelled order whose refund was rejected is refunded again, and stays cancelled.
  const error = order.status === to || order.status === 'Cancelled' ? null : transitionError(order, to);
  if (error !== null) throw new OrderActionError(error);
  return { plan, fulfilments, gatewayCents: Math.min(plan.amountCents, balance.gatewayLeftCents), isWhole };
}

const takesOut = ({ plan }: PlannedRefund): boolean => plan.lines.some(({ withdrawn }) => withdrawn > 0);

/**
 * Plans a refund by a person. Cases that it takes out of what is sent must not be in a parcel with a label. If it ends the order, the
 * order's own labels are cancelled, but not those of the order in whose parcels it leaves. @throws OrderActionError
 */
export async function planRefundByHand(transaction: Transaction, order: PlacedOrder, input: RefundInput): Promise<PlannedRefund> {
  const planned = await planOrderRefund(transaction, order, input);
  if (planned.isWhole) await assertFirstUnlabelled(transaction, order.id);
  else if (takesOut(planned)) await assertUnlabelled(transaction, order.id, labelRefusals.refundLabelled);
  return planned;
}

/**
 * Refunds an order in part or in whole. A repeated key returns the first refund.
 * @returns the refund, `intended` if the gateway has not responded yet. A job continues it
 * @throws OrderActionError if the order's status or its payments do not allow it
 */
export async function refundOrder(deps: OrderDeps, orderId: string, request: RefundRequest): Promise<Refund> {
  const { id, restocked } = await deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    const earlier = (await refundsOf(transaction, orderId)).find((refund) => refund.key === request.key);
    if (earlier) return { id: earlier.id, restocked: 0 };
    await deps.observer?.before(transaction, order);
    await assertGivenKnown(transaction, order, request.knowsGiven);
    const planned = await planRefundByHand(transaction, order, request.input);
    const { plan, fulfilments } = planned;
    const refundId = await intendRefund(transaction, order, plan, request);
    // The cases stay out even if the gateway refuses, and the order does not end then.
    if (planned.isWhole && takesOut(planned)) await cancelUnsentLabels(transaction, orderId);
    const { amountCents, lines } = plan;
    await deps.observer?.after(transaction, order, {
      action: 'refunded',
      after: { refundId, amountCents, lines, ...textFields({ reason: request.reason }) },
      refundCents: amountCents,
    });
    return {
      id: refundId,
      restocked: await returnStock(transaction, order.id, order.market, restockedByProduct(fulfilments, plan.lines)),
    };
  });
  if (restocked > 0) await notifyReturnedStock(deps.database);
  return processRefund(deps, id);
}

/** Sends an intended refund to the gateway and records the outcome. Does nothing for a finished one. */
export async function processRefund(deps: OrderDeps, id: string): Promise<Refund> {
  const refund = await findRefund(deps.database, id);
  if (!refund) throw new Error(`there is no refund ${id}`);
  if (refund.state !== 'intended') return refund;
  const response = await askGateway(deps, refund).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof response === 'string' || response.status === 'pending') {
    await postponeRefund(deps.database, id, typeof response === 'string' ? response : 'The gateway has not completed the refund yet.');
  } else {
    await deps.database.transaction(async (transaction) => {
      const order = await lockPlaced(transaction, refund.orderId);
      const state = response.status === 'done' ? 'done' : 'refused';
      if ((await endRefund(transaction, id, state, response.id, response.reason)) === 0) return;
      if (state === 'done') await closeRefund(deps, transaction, order, refund);
      else {
        await refillCards(transaction, id);
        await recordEvent(transaction, order.id, 'refund_refused', { refund: id, reason: response.reason }, refund.actor);
      }
    });
  }
  return (await findRefund(deps.database, id)) ?? refund;
}

async function askGateway(deps: OrderDeps, refund: Refund) {
  if (refund.gatewayCents === 0) return { id: null, status: 'done', reason: null } as const;
  const order = await findOrder(deps.database, refund.orderId);
  if (!order?.paymentId) return { id: null, status: 'refused', reason: 'The order has no payment.' } as const;
  return deps.gateway.refund({ paymentId: order.paymentId, amountCents: refund.gatewayCents, key: refund.id });
}

/** Returns the part that no card paid to store credit and gift cards. */
async function giveTendersBack(transaction: Transaction, refund: Refund, refunds: readonly Refund[]): Promise<void> {
  const cents = refund.amountCents - refund.gatewayCents;
  const order = cents > 0 ? await findOrder(transaction, refund.orderId) : null;
  if (!order) return;
  const before = refunds
    .filter(({ id, state }) => state === 'done' && id !== refund.id)
    .reduce((sum, { amountCents, gatewayCents }) => sum + amountCents - gatewayCents, 0);
  await refundTenders(transaction, order, before, cents, `refund:${refund.id}`);
}

/** Completes a refund: changes the order's status and e-mails the buyer. The buyer of a cancelled order was e-mailed before. */
async function closeRefund(deps: OrderDeps, transaction: Transaction, order: PlacedOrder, refund: Refund): Promise<void> {
  const refunds = await refundsOf(transaction, order.id);
  await giveTendersBack(transaction, refund, refunds);
  const doneCents = refunds.filter(({ state }) => state === 'done').reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { paidCents } = await readRefundableBalance(transaction, order.id);
  const to = order.status === 'Cancelled' ? 'Cancelled' : doneCents === paidCents ? 'Refunded' : 'Partially Refunded';
  // A status set during the gateway call stays, unless it may become refunded.
  const reached = order.status === to || transitionError(order, to) === null ? to : order.status;
  await transitionOrder(transaction, order, reached, {
    event: 'refunded',
    data: { refund: refund.id, amountCents: refund.amountCents, reason: refund.reason },
    actor: refund.actor,
  });
  if (to !== 'Cancelled') await deps.enqueueEmail(transaction, { kind: 'refund', orderId: order.id, refundId: refund.id });
}

/** Retries refunds without an outcome. @returns how many were finished */
export async function retryPendingRefunds(deps: OrderDeps): Promise<number> {
  let processed = 0;
  for (const { id } of await refundsToResume(deps.database, 50)) {
    const refund = await processRefund(deps, id);
    if (refund.state !== 'intended') processed += 1;
  }
  return processed;
}
