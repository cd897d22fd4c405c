/** Changes many orders, by the calls of orders. */
import type { ManualStatus } from '#domains/selling/orders/model/manual-status.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { type BulkResult, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { orderCalls } from './order-calls.ts';
import { collectOrderIds } from './selected-orders.ts';

/** What is done with every order of the selection. */
export interface OrdersChange {
  readonly status?: ManualStatus;
  readonly addTag?: string;
  readonly removeTag?: string;
}

export interface OrderResult extends BulkResult {
  readonly number: number | null;
}

export const useBulkOrders = (selection: GridSelection, input: Readonly<Record<string, string>>) =>
  useBulkChange<OrdersChange, OrderResult>({
    collect: (onProgress) => collectOrderIds(selection, input, onProgress),
    send: async (ids, change, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const sent = await orderCalls.changeOrders({ ids: [...ids], ...change, isPreview }, isPreview ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, results: sent.value.results } : sent;
    },
  });
