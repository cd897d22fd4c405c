/** Begins a draft whose wines are added to an order: it goes with that order (docs/decisions/0205-changes-of-items.md). */
import { lockPlacedOrder } from '#domains/selling/checkout/server/order.repository.ts';
import { deliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { findAddedTo } from '#domains/selling/orders/server/find-added-to.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { fail, ok } from '#lib/result.ts';
import type { DraftDeps } from './draft-deps.ts';
import { findAdditionDraft, insertDraftOrder } from './draft-order.repository.ts';
import { refused } from './draft-refusal.ts';

/**
 * Begins a draft that adds to an order, or returns the one that there is: under the order's lock, so that two people get the same.
 * @returns its id
 */
export function addToOrder({ database }: Pick<DraftDeps, 'database'>, staff: StaffActor, orderId: string) {
  return database.transaction(async (transaction) => {
    const order = await lockPlacedOrder(transaction, orderId);
    if (!order || !staff.may('orders.create', order.market)) return fail('not_found');
    const { market } = order;
    const begun = await findAdditionDraft(transaction, orderId);
    if (begun) return ok(begun.id);
    const addedTo = await findAddedTo(transaction, orderId);
    if (!addedTo) return fail('not_found');
    if (addedTo.refusal !== null) return refused(addedTo.refusal);
    // The message is in the first parcel already.
    const { giftMessage: _, ...details } = deliveryFields.parse(order.details);
    const { customerId, email } = order;
    const id = await insertDraftOrder(transaction, {
      market,
      customerId,
      email,
      details,
      addsTo: orderId,
      staffId: staff.id,
      author: staff.name,
    });
    await recordActivity(transaction, staff, { action: 'draft_order.created', subject: { kind: 'draft_order', id }, market });
    await recordActivity(transaction, staff, { action: 'order.addition_begun', subject: { kind: 'order', id: orderId }, market });
    return ok(id);
  });
}
