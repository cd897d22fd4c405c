/** The loaders of the list of stock and of an item. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { stockCalls } from './stock-calls.ts';
import { STOCK_LIMITS } from './stock-list-spec.tsx';

export const { loader: loadStock, shouldRevalidate: revalidateStock } = listLoader(STOCK_LIMITS, (input, limit) =>
  stockCalls.stock({ ...input, limit }),
);

/** Movements of a page of the ledger. */
export const LEDGER_PAGE = 50;

/** Loads an item with the first page of its ledger. */
export async function loadStockItem({ params }: LoaderFunctionArgs) {
  const id = params.id ?? '';
  const [item, ledger] = await Promise.all([stockCalls.stockItem({ id }), stockCalls.stockLedger({ id, limit: LEDGER_PAGE })]);
  return { item: valueOrThrow(item), ledger: valueOrThrow(ledger) };
}
