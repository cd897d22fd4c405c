/** Marks or tags several orders. Each is a transaction of its own, so that one that is refused does not stop the others. */
import { canTransition, ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import type { ManualStatus } from '../model/manual-status.ts';
import { observeOrder } from './observe-order.ts';
import { addTags, findPlaced, removeTags } from './office-order.repository.ts';
import { type OrderDeps, setOrderStatus, transitionError } from './order-deps.ts';

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

interface FoundOrder {
  readonly id: string;
  readonly number: number;
  readonly market: Market;
  readonly status: string;
}

const cannotMark = (market: Market): string =>
  `Your role doesn’t allow you to change the status of orders in ${getMarketConfig(market).country}.`;

/** Returns why an order cannot be marked now. An order that has the status already is done. */
function markError({ number, status }: FoundOrder, to: ManualStatus): string {
  const from = ORDER_STATUS_NAMES.find((name) => name === status);
  if (from === undefined || from === to || canTransition(from, to)) return '';
  return transitionError({ number, status: from }, to) ?? '';
}

async function changeOne(deps: OrderDeps, staff: StaffActor, order: FoundOrder, change: OrdersChange): Promise<string> {
  const { status, addTag, removeTag, isPreview } = change;
  if (status !== undefined && !staff.may('orders.ship', order.market)) return cannotMark(order.market);
  const refused = status === undefined ? '' : markError(order, status);
  if (refused !== '' || isPreview) return refused;
  if (status !== undefined && order.status !== status) {
    try {
      await setOrderStatus({ ...deps, observer: observeOrder(staff, null) }, order.id, status, staff.name);
    } catch (error) {
      if (error instanceof OrderActionError) return error.message;
      throw error;
    }
  }
  if (addTag !== undefined || removeTag !== undefined)
    await deps.database.transaction(async (transaction) => {
      const added = addTag === undefined ? [] : await addTags(transaction, order.id, [addTag]);
      const removed = removeTag === undefined ? [] : await removeTags(transaction, order.id, [removeTag]);
      if (added.length + removed.length > 0)
        await recordActivity(transaction, staff, {
          action: 'order.tagged',
          subject: { kind: 'order', id: order.id },
          market: order.market,
          after: { added, removed },
        });
    });
  return '';
}

/** Changes orders one after another and says what became of each, in the order of the ids. A repeat changes nothing twice. */
export async function changeOrders(deps: OrderDeps, staff: StaffActor, change: OrdersChange): Promise<OrderChangeResult[]> {
  const found = new Map((await findPlaced(deps.database, change.ids, staff.markets)).map((order) => [order.id, order]));
  const results: OrderChangeResult[] = [];
  for (const id of new Set(change.ids)) {
    const order = found.get(id);
    const reason = order ? await changeOne(deps, staff, order, change) : 'We couldn’t find that order.';
    results.push({ id, number: order?.number ?? null, isDone: reason === '', reason });
  }
  return results;
}
