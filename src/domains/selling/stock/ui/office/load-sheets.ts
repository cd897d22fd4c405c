/** The loaders of the lists of deliveries and counts, and of one of them. */
import type { LoaderFunctionArgs } from 'react-router';
import type { SheetKind } from '#domains/selling/stock/model/sheet.ts';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { sheetCalls } from './sheet-calls.ts';
import { SHEET_LIMITS } from './sheet-list-spec.tsx';

export const deliveryList = listLoader(SHEET_LIMITS, (input, limit) => sheetCalls.stockSheets({ ...input, kind: 'delivery', limit }));
export const countList = listLoader(SHEET_LIMITS, (input, limit) => sheetCalls.stockSheets({ ...input, kind: 'count', limit }));

const loadSheet = async (kind: SheetKind, { params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) => {
  const review = new URL(request.url).searchParams.has('review') ? 'true' : 'false';
  return valueOrThrow(await sheetCalls.stockSheet({ id: params.id ?? '', kind, review }));
};

export const loadDelivery = (args: LoaderFunctionArgs) => loadSheet('delivery', args);
export const loadCount = (args: LoaderFunctionArgs) => loadSheet('count', args);
