/** Sends a mail about an order again. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { canHandOver } from '../model/collection.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import type { OrderMailRef } from '../office-contract.ts';
import { wasReady } from './collect-order.ts';
import { refundsOf, shipmentsOf } from './fulfilment.repository.ts';
import { lockPlaced, type OrderDeps, type OrderMail } from './order-deps.ts';

const GONE = 'That email can’t be sent again, because what it was about is gone.';

/** Finds the mail among those of an order. @throws OrderActionError */
async function mailOf({ database }: OrderDeps, orderId: string, status: OrderStatus, { kind, about }: OrderMailRef): Promise<OrderMail> {
  if (kind === 'receipt') return { kind, orderId };
  if (kind === 'cancelled') {
    if (status !== 'Cancelled') throw new OrderActionError('This order isn’t cancelled, so there is no such email.');
    return { kind, orderId };
  }
  if (kind === 'ready-to-collect') {
    if (!canHandOver(status, await wasReady(database, orderId)))
      throw new OrderActionError('This order isn’t waiting to be collected, so there is no such email.');
    return { kind, orderId };
  }
  if (kind === 'shipment') {
    if (!(await shipmentsOf(database, orderId)).some(({ id }) => id === about)) throw new OrderActionError(GONE);
    return { kind, orderId, shipmentId: about };
  }
  if (!(await refundsOf(database, orderId)).some(({ id, state }) => id === about && state === 'done')) throw new OrderActionError(GONE);
  return { kind, orderId, refundId: about };
}

/** Queues a mail again and records who asked for it. @throws OrderActionError if there is no such mail, or nobody to send it to */
export const resendOrderMail = (deps: OrderDeps, staff: StaffActor, orderId: string, ref: OrderMailRef): Promise<void> =>
  deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    if (order.email === '') throw new OrderActionError('The buyer’s address was erased, so no email can be sent.');
    await deps.enqueueEmail(transaction, await mailOf(deps, orderId, order.status, ref));
    await recordActivity(transaction, staff, {
      action: 'order.mail_resent',
      subject: { kind: 'order', id: orderId },
      market: order.market,
      after: ref,
    });
  });
