/** Changes many orders, by the calls of orders. */
import type { ManualStatus } from '#domains/selling/orders/model/manual-status.ts';
import type { OrderUndo } from '#domains/selling/orders/office-contract.ts';
import type { NamedResult } from '#ui/office/grid/BulkChangeDialog.tsx';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { orderCalls } from './order-calls.ts';
import { collectOrderIds, toNamed } from './selected-orders.ts';

/** What is done with every order of the selection. */
export interface OrdersChange {
  readonly status?: ManualStatus;
  readonly addTag?: string;
  readonly removeTag?: string;
}

interface ChangedOrder extends NamedResult {
  /** Null if the order had all of it already. */
  readonly undo: OrderUndo | null;
}

export const useBulkOrders = (selection: GridSelection, input: Readonly<Record<string, string>>) =>
  useBulkChange<OrdersChange, ChangedOrder>({
    collect: (onProgress) => collectOrderIds(selection, input, onProgress),
    send: async (ids, change, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const sent = await orderCalls.changeOrders({ ids: [...ids], ...change, isPreview }, isPreview ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results.map(toNamed) } : sent;
    },
  });

/** Takes back what was done with several orders. @param made the results of the change */
export const useUndoOrders = (made: readonly ChangedOrder[]) =>
  useBulkChange<null, NamedResult>({
    collect: () => Promise.resolve({ ok: true, ids: made.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const portion = new Set(ids);
      const changes = made.flatMap(({ id, undo }) => (undo && portion.has(id) ? [{ id, ...undo }] : []));
      const sent = await orderCalls.restoreOrders({ changes }, idempotencyKey === null ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results.map(toNamed) } : sent;
    },
  });
