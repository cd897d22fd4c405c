/** The loader of the list of wines. */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { formatGridState, parseGridState, toListInput } from '#ui/office/grid/grid-state.ts';
import { recallList } from '#ui/office/grid/list-memory.ts';
import { wineCalls } from './wine-calls.ts';
import { WINE_LIMITS } from './wine-limits.ts';

/** Rows of a page of the list. */
export const PAGE_WINES = 60;
/** The most that a list call returns. */
const MAX_PAGE_WINES = 200;

const inputOf = (url: URL): Readonly<Record<string, string>> => toListInput(parseGridState(url.searchParams, WINE_LIMITS));

/** Loads the first page. A failure is shown in the list, so that the filters that caused it can be changed. */
export async function loadWines({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const input = inputOf(url);
  // On the way back from a wine, as many rows as were loaded, so that the place in the list exists.
  const before = recallList(url.pathname, formatGridState(parseGridState(url.searchParams, WINE_LIMITS), WINE_LIMITS).toString());
  const limit = Math.min(MAX_PAGE_WINES, Math.max(PAGE_WINES, before?.rows ?? 0));
  return { input, first: await wineCalls.wines({ ...input, limit }) };
}

/** Other columns or another view of the same rows load nothing. */
export function revalidateWines({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSameUrl = currentUrl.href === nextUrl.href;
  return isSameUrl ? defaultShouldRevalidate : JSON.stringify(inputOf(currentUrl)) !== JSON.stringify(inputOf(nextUrl));
}
