/** Adds and removes tags of an order. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { addTags, insertTagChange, removeTags } from './office-order.repository.ts';
import type { PlacedOrder } from './order-deps.ts';

/**
 * Changes tags of a locked order. Which ones stays with the order and is erased with its buyer; the activity log says that they changed.
 * @returns the id of the change; null if the order had all of it already
 */
export async function tagOrder(
  transaction: Transaction,
  staff: StaffActor,
  { id, market }: Pick<PlacedOrder, 'id' | 'market'>,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<number | null> {
  const added = await addTags(transaction, id, add);
  const removed = await removeTags(transaction, id, remove);
  if (added.length + removed.length === 0) return null;
  await recordActivity(transaction, staff, { action: 'order.tagged', subject: { kind: 'order', id }, market });
  return insertTagChange(transaction, id, staff.name, { added, removed, isUndo: false });
}
