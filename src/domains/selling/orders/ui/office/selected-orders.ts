/** Collects the ids of a selection of orders, and names what became of each. */
import { type CollectedKeys, collectKeys } from '#ui/office/grid/collect-keys.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { orderCalls } from './order-calls.ts';

/** Orders of one page while ids are collected: the most that a list returns. */
const PAGE = 200;

/** @param onProgress called with the number of ids so far. Returns false to stop */
export const collectOrderIds = (
  selection: GridSelection,
  input: Readonly<Record<string, string>>,
  onProgress: (count: number) => boolean,
): Promise<CollectedKeys> =>
  collectKeys(selection, (cursor) => orderCalls.orders({ ...input, limit: PAGE, ...(cursor === null ? {} : { cursor }) }), onProgress);

/** Adds the name of an order to what became of it. Empty for one that was not found. */
export const toNamed = <T extends { readonly number: number | null }>(order: T) => ({
  ...order,
  name: order.number === null ? '' : `#${order.number}`,
});
