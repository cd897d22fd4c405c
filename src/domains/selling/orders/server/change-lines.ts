/**
 * Takes cases that were not sent out of a placed order: in one transaction they are withdrawn, go back on sale and their refund is recorded.
 * The gateway is asked afterwards, as for every refund (docs/decisions/0205-changes-of-items.md).
 */
import { recordEvent } from '#domains/selling/checkout/server/order.repository.ts';
import { notifyReturnedStock, returnStock } from '#domains/selling/checkout/server/reservation.repository.ts';
import { textFields } from '#domains/staff/model/logged-facts.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { STATUS_LABELS } from '../messages/office.ts';
import { lineEditErrors as text } from '../messages/office-lines.ts';
import { type LineEdit, planLineEdit } from '../model/edit-lines.ts';
import {
  type LineFulfilment,
  OrderActionError,
  type RequestedLine,
  restockedByProduct,
  unshippedQuantity,
} from '../model/line-fulfilment.ts';
import { isItemsEditable } from '../model/order-actions.ts';
import { type Refund, readLineFulfilments, readRefundableBalance, refundsOf } from './fulfilment.repository.ts';
import { assertGivenKnown } from './given-for-claims.ts';
import { assertUnlabelled } from './labels/active-labels.ts';
import { lockPlaced, type OrderDeps, type PlacedOrder } from './order-deps.ts';
import { intendRefund, type PlannedRefund, planOrderRefund, processRefund } from './refund-order.ts';

export interface LineChangeRequest {
  readonly key: string;
  /** Cases of lines that are to be sent. Lines that are left out stay. */
  readonly lines: readonly RequestedLine[];
  readonly reason: string;
  readonly actor: string;
  /** False if the person was not told what claims gave. Left out by commands, which print it. */
  readonly knowsGiven?: boolean;
}

export interface PlannedLineChange extends PlannedRefund {
  readonly edit: LineEdit;
}

/** Plans a change of a locked order without writing anything. @throws OrderActionError if the order or its payment do not allow it */
export async function planLineChange(
  transaction: Transaction,
  order: PlacedOrder,
  lines: readonly RequestedLine[],
): Promise<PlannedLineChange> {
  if (!isItemsEditable(order.status)) throw new OrderActionError(text.ended(order.number, STATUS_LABELS[order.status]));
  if (order.email === '') throw new OrderActionError(text.erased);
  const fulfilments = await readLineFulfilments(transaction, order.id);
  const edit = planLineEdit(fulfilments, order.number, lines);
  await assertUnlabelled(transaction, order.id, text.labelled);
  const isFree = edit.removed.every(({ position }) => fulfilments.some((line) => line.position === position && line.netCents === 0));
  if (isFree) throw new OrderActionError(text.free);
  const balance = await readRefundableBalance(transaction, order.id);
  const left = (line: LineFulfilment): number =>
    edit.changes.find(({ position }) => position === line.position)?.to ?? unshippedQuantity(line);
  const isDelivered = fulfilments.some((line) => line.shipped > 0 || left(line) > 0);
  // Nothing is delivered any more if gift cards are all that stays.
  const shipping = !isDelivered && balance.shippingCents > balance.refundedShippingCents;
  const input = { all: false, lines: edit.removed, shipping, amountCents: 0, restock: false, takesOut: true };
  const planned = await planOrderRefund(transaction, order, input);
  // An order that was refunded in full has ended, so that nothing of it is sent.
  if (planned.isWhole && fulfilments.some((line) => left(line) > 0)) throw new OrderActionError(text.nothingPaidStays);
  return { edit, ...planned };
}

/**
 * Takes cases out of an order and refunds them. A repeated key returns the first refund.
 * @returns the refund, `intended` if the gateway has not responded yet. A job continues it
 * @throws OrderActionError if the order or its payment do not allow it
 */
export async function changeLines(deps: OrderDeps, orderId: string, request: LineChangeRequest): Promise<Refund> {
  const { refundId, restocked } = await deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    const earlier = (await refundsOf(transaction, orderId)).find(({ key }) => key === request.key);
    if (earlier) return { refundId: earlier.id, restocked: 0 };
    await deps.observer?.before(transaction, order);
    await assertGivenKnown(transaction, order, request.knowsGiven);
    const { edit, plan, fulfilments } = await planLineChange(transaction, order, request.lines);
    const { changes } = edit;
    await recordEvent(transaction, orderId, 'items_changed', { lines: changes }, request.actor);
    const { key, actor } = request;
    const id = await intendRefund(transaction, order, plan, { key, reason: request.reason, actor });
    const reason = textFields({ reason: request.reason });
    await deps.observer?.after(transaction, order, {
      action: 'items_changed',
      before: { lines: changes.map(({ position, from }) => ({ position, quantity: from })) },
      after: { lines: changes.map(({ position, to }) => ({ position, quantity: to })), ...reason },
      refundCents: 0,
    });
    await deps.observer?.after(transaction, order, {
      action: 'refunded',
      after: { refundId: id, amountCents: plan.amountCents, lines: plan.lines, ...reason },
      refundCents: plan.amountCents,
    });
    await deps.enqueueEmail(transaction, { kind: 'items-changed', orderId });
    const quantities = restockedByProduct(fulfilments, plan.lines);
    return { refundId: id, restocked: await returnStock(transaction, order.id, order.market, quantities) };
  });
  if (restocked > 0) await notifyReturnedStock(deps.database);
  return processRefund(deps, refundId);
}
