/**
 * Takes a status that was set by hand and changes of tags back. The events and tag changes of the order say what the change was and what
 * happened since: what somebody changed again stays (docs/decisions/0186-undo-of-orders.md).
 */
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { recordEvent, setStatus } from '#domains/selling/checkout/server/order.repository.ts';
import type { LoggedFacts } from '#domains/staff/model/logged-facts.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { STATUS_LABELS } from '../messages/office.ts';
import { orderUndoErrors as text } from '../messages/office-errors.ts';
import type { OrderUndo } from '../office-contract.ts';
import { cannotMark, type OrderChangeResult } from './change-orders.ts';
import { addTags, eventsFrom, findPlaced, insertTagChange, removeTags, tagChangesOf } from './office-order.repository.ts';
import { lockPlaced, type OrderDeps, type PlacedOrder } from './order-deps.ts';

export interface OrderRestoration extends OrderUndo {
  readonly id: string;
}

/** Whether something was taken back, the status for the activity log, and why the rest was not. */
interface Restored {
  readonly isChanged: boolean;
  readonly before: LoggedFacts;
  readonly after: LoggedFacts;
  /** Empty if everything was taken back. */
  readonly reason: string;
}

const refused = (reason: string): Restored => ({ isChanged: false, before: {}, after: {}, reason });

/** Sets a locked order back to the status before an event, if that was the last one. */
async function restoreStatus(transaction: Transaction, order: PlacedOrder, eventId: number, staff: StaffActor): Promise<Restored> {
  if (!staff.may('orders.ship', order.market)) return refused(cannotMark(order.market));
  const events = await eventsFrom(transaction, order.id, eventId);
  const [mark] = events;
  const last = events.at(-1);
  const from = ORDER_STATUS_NAMES.find((status) => status === mark?.data.from);
  if (!mark || !last || mark.id !== eventId || mark.event !== 'marked' || mark.data.isUndo === true || from === undefined)
    return refused(text.unknown);
  if (last !== mark || mark.data.to !== order.status)
    return refused(
      text.changedSince(order.number, last.actor === 'shop' ? 'The shop' : last.actor, timeAgo(last.at), STATUS_LABELS[order.status]),
    );
  await setStatus(transaction, order.id, from);
  await recordEvent(transaction, order.id, 'marked', { from: order.status, to: from, isUndo: true }, staff.name);
  return { isChanged: true, before: { status: order.status }, after: { status: from }, reason: '' };
}

/** Takes a change of the tags of a locked order back, except for tags that were changed again. */
async function restoreTags(transaction: Transaction, order: PlacedOrder, entryId: number, staff: StaffActor): Promise<Restored> {
  const [made, ...later] = await tagChangesOf(transaction, order.id, entryId);
  if (made?.id !== entryId) return refused(text.unknown);
  const changed = new Set(later.flatMap(({ added, removed }) => [...added, ...removed]));
  const isUntouched = (tag: string): boolean => !changed.has(tag);
  const removed = await removeTags(transaction, order.id, made.added.filter(isUntouched));
  const added = await addTags(transaction, order.id, made.removed.filter(isUntouched));
  const kept = [...made.added, ...made.removed].filter((tag) => changed.has(tag));
  const isChanged = added.length + removed.length > 0;
  if (isChanged) await insertTagChange(transaction, order.id, staff.name, { added, removed, isUndo: true });
  return {
    isChanged,
    before: {},
    after: {},
    reason: kept.length === 0 ? '' : text.tagsChangedSince(kept),
  };
}

/**
 * Takes one change of an order of the person's markets back, in a transaction.
 * @returns why something of it stays as it is; empty if nothing does
 */
export const restoreOrder = ({ database }: OrderDeps, staff: StaffActor, { id, event, entry }: OrderRestoration): Promise<string> =>
  database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, id);
    const parts = [
      ...(event === null ? [] : [await restoreStatus(transaction, order, event, staff)]),
      ...(entry === null ? [] : [await restoreTags(transaction, order, entry, staff)]),
    ];
    const mark = parts.find(({ after }) => after.status !== undefined);
    if (parts.some(({ isChanged }) => isChanged))
      await recordActivity(transaction, staff, {
        action: 'order.restored',
        subject: { kind: 'order', id },
        market: order.market,
        ...(mark && { before: mark.before, after: mark.after }),
      });
    return parts
      .map(({ reason }) => reason)
      .filter(Boolean)
      .join(' ');
  });

/** Takes changes of several orders back, one after another, and says what became of each. */
export async function restoreOrders(
  deps: OrderDeps,
  staff: StaffActor,
  changes: readonly OrderRestoration[],
): Promise<OrderChangeResult[]> {
  const ids = changes.map(({ id }) => id);
  const found = new Map((await findPlaced(deps.database, ids, staff.markets)).map(({ id, number }) => [id, number]));
  const results: OrderChangeResult[] = [];
  for (const change of changes) {
    const number = found.get(change.id) ?? null;
    const reason = number === null ? text.notFound : await restoreOrder(deps, staff, change);
    results.push({ id: change.id, number, isDone: reason === '', reason });
  }
  return results;
}
