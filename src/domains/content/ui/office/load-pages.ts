/** The loaders of the list of pages and of one page. */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { parseGridState, toListInput } from '#ui/office/grid/grid-state.ts';
import { pageCalls } from './page-calls.ts';
import { PAGE_LIMITS } from './page-list-spec.tsx';

/** Rows of a page of the list. */
export const ROWS_PER_PAGE = 60;

const inputOf = (url: URL): Readonly<Record<string, string>> => toListInput(parseGridState(url.searchParams, PAGE_LIMITS));

/** Loads the first rows. A failure is shown in the list, so that the filters that caused it can be changed. */
export async function loadPages({ request }: LoaderFunctionArgs) {
  const input = inputOf(new URL(request.url));
  return { input, first: await pageCalls.pages({ ...input, limit: ROWS_PER_PAGE }) };
}

/** Other columns or another view of the same rows load nothing. */
export function revalidatePages({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSameUrl = currentUrl.href === nextUrl.href;
  return isSameUrl ? defaultShouldRevalidate : JSON.stringify(inputOf(currentUrl)) !== JSON.stringify(inputOf(nextUrl));
}

/** Loads a page with its draft. */
export const loadPage = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await pageCalls.page({ id: params.id ?? '' }));
