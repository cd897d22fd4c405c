/** The order to which wines are added (docs/decisions/0205-changes-of-items.md). */
import type { AddedTo } from '#domains/selling/checkout/server/checkout-deps.ts';
import { findOrder } from '#domains/selling/checkout/server/order.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { additionErrors as text } from '../messages/additions.ts';
import { unshippedQuantity } from '../model/line-fulfilment.ts';
import { isChangeable } from '../model/order-actions.ts';
import { disputesOf } from './dispute.repository.ts';
import { readLineFulfilments } from './fulfilment.repository.ts';
import { findActiveLabels } from './labels/active-labels.ts';

/** Reads the order to which wines are added, and why that is not possible any more. @returns null if there is no such order */
export async function findAddedTo(db: Queryable, orderId: string): Promise<AddedTo | null> {
  const order = await findOrder(db, orderId);
  if (!order || order.number === null) return null;
  const { number, details, status, email } = order;
  const refusal = async (): Promise<string | null> => {
    if (details.collection) return text.collected(number);
    if ((await disputesOf(db, orderId)).some((dispute) => dispute.status === 'open')) return text.disputed(number);
    const lines = await readLineFulfilments(db, orderId);
    if (lines.some(({ shipped }) => shipped > 0) && !lines.some((line) => unshippedQuantity(line) > 0)) return text.sent(number);
    if (email === '' || !isChangeable(status) || !lines.some((line) => unshippedQuantity(line) > 0)) return text.ended(number);
    return (await findActiveLabels(db, orderId)).count > 0 ? text.packed(number) : null;
  };
  return { orderId, number, details, refusal: await refusal() };
}
