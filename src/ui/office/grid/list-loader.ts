/** Creates the loader of a list, for its route. */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { formatGridState, type GridLimits, parseGridState, toListInput } from './grid-state.ts';
import type { GridLoad } from './grid-types.ts';
import { recallList } from './list-memory.ts';

/** Rows of a page of a list. */
export const PAGE_ROWS = 60;
/** The most that a list call returns. */
const MAX_PAGE_ROWS = 200;

type ListInput = Readonly<Record<string, string>>;

/**
 * Returns the loader of a list and when it loads again: for other rows, not for other columns or another view of the same rows. A failure
 * is shown in the list, so that the filters that caused it can be changed.
 * @param load calls the server with search, filters and sort order
 */
export function listLoader<Row>(limits: GridLimits, load: (input: ListInput, limit: number) => Promise<GridLoad<Row>>) {
  const inputOf = (url: URL): ListInput => toListInput(parseGridState(url.searchParams, limits));
  return {
    async loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
      const url = new URL(request.url);
      const input = inputOf(url);
      // On the way back from a record, as many rows as were loaded, so that the place in the list exists.
      const before = recallList(url.pathname, formatGridState(parseGridState(url.searchParams, limits), limits).toString());
      return { input, first: await load(input, Math.min(MAX_PAGE_ROWS, Math.max(PAGE_ROWS, before?.rows ?? 0))) };
    },
    shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
      const isSameUrl = currentUrl.href === nextUrl.href;
      return isSameUrl ? defaultShouldRevalidate : JSON.stringify(inputOf(currentUrl)) !== JSON.stringify(inputOf(nextUrl));
    },
  };
}

/** When a list that is loaded as a whole loads again: not for another search, filter or order of the rows that are there. */
export const revalidateLocalList = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
