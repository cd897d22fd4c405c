/** Marks or tags several orders. Each is a transaction of its own, so that one that is refused does not stop the others. */
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import type { ManualStatus } from '../model/manual-status.ts';
import type { OrderUndo } from '../office-contract.ts';
import { observeOrder } from './observe-order.ts';
import { type FoundOrder, findPlaced } from './office-order.repository.ts';
import { collectionError, lockPlaced, type OrderDeps, setOrderStatus, transitionError } from './order-deps.ts';
import { tagOrder } from './tag-order.ts';

export interface OrdersChange {
  readonly ids: readonly string[];
  readonly status?: ManualStatus | undefined;
  readonly addTag?: string | undefined;
  readonly removeTag?: string | undefined;
  readonly isPreview: boolean;
}

export interface OrderChangeResult {
  readonly id: string;
  readonly number: number | null;
  readonly isDone: boolean;
  /** Why it was refused; empty if it was done. */
  readonly reason: string;
}

export const cannotMark = (market: Market): string =>
  `Your role doesn’t allow you to change the status of orders in ${getMarketConfig(market).country}.`;

/** Returns why an order cannot be marked now. An order that has the status already is done. */
function markError({ number, status, isCollected }: FoundOrder, to: ManualStatus): string {
  const from = ORDER_STATUS_NAMES.find((name) => name === status);
  if (from === undefined || from === to) return '';
  return collectionError(number, isCollected, to) ?? transitionError({ number, status: from }, to) ?? '';
}

/** What became of one order: why it was refused, and what takes the change back. */
interface ChangedOrder {
  readonly reason: string;
  readonly undo: OrderUndo | null;
}

const refused = (reason: string): ChangedOrder => ({ reason, undo: null });

async function changeOne(deps: OrderDeps, staff: StaffActor, order: FoundOrder, change: OrdersChange): Promise<ChangedOrder> {
  const { status, addTag, removeTag, isPreview } = change;
  if (status !== undefined && !staff.may('orders.ship', order.market)) return refused(cannotMark(order.market));
  const error = status === undefined ? '' : markError(order, status);
  if (error !== '' || isPreview) return refused(error);
  let event: number | null = null;
  if (status !== undefined && order.status !== status) {
    try {
      event = await setOrderStatus({ ...deps, observer: observeOrder(staff, null) }, order.id, status, staff.name);
    } catch (thrown) {
      if (thrown instanceof OrderActionError) return refused(thrown.message);
      throw thrown;
    }
  }
  const add = addTag === undefined ? [] : [addTag];
  const remove = removeTag === undefined ? [] : [removeTag];
  const entry =
    add.length + remove.length === 0
      ? null
      : await deps.database.transaction(async (transaction) =>
          tagOrder(transaction, staff, await lockPlaced(transaction, order.id), { add, remove }),
        );
  return { reason: '', undo: event === null && entry === null ? null : { event, entry } };
}

/** Changes orders one after another and says what became of each, in the order of the ids. A repeat changes nothing twice. */
export async function changeOrders(
  deps: OrderDeps,
  staff: StaffActor,
  change: OrdersChange,
): Promise<(OrderChangeResult & Pick<ChangedOrder, 'undo'>)[]> {
  const found = new Map((await findPlaced(deps.database, change.ids, staff.markets)).map((order) => [order.id, order]));
  const results: (OrderChangeResult & Pick<ChangedOrder, 'undo'>)[] = [];
  for (const id of new Set(change.ids)) {
    const order = found.get(id);
    const { reason, undo } = order ? await changeOne(deps, staff, order, change) : refused('We couldn’t find that order.');
    results.push({ id, number: order?.number ?? null, isDone: reason === '', reason, undo });
  }
  return results;
}
