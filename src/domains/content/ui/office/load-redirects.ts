/** The loader of the list of redirects, and its limits. */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { redirectImportOfficeContract } from '#domains/content/redirect-import-office-contract.ts';
import { redirectOfficeContract } from '#domains/content/redirect-office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';
import { type GridLimits, parseGridState, toListInput } from '#ui/office/grid/grid-state.ts';

export const redirectCalls = officeClient(redirectOfficeContract);
export const redirectImportCalls = officeClient(redirectImportOfficeContract);
export const REDIRECTS_PER_PAGE = 60;

export const REDIRECT_LIMITS: GridLimits = {
  filters: ['kind', 'market', 'changed'],
  sorts: ['from', 'changed'],
  defaultSort: { key: 'from', isDescending: false },
  columns: ['from', 'to', 'kind', 'markets', 'changed'],
};

const inputOf = (url: URL): Readonly<Record<string, string>> => toListInput(parseGridState(url.searchParams, REDIRECT_LIMITS));

/** Loads the first rows. A failure is shown in the list. */
export async function loadRedirects({ request }: LoaderFunctionArgs) {
  const input = inputOf(new URL(request.url));
  return { input, first: await redirectCalls.redirects({ ...input, limit: REDIRECTS_PER_PAGE }) };
}

/** A dialog over the same rows loads nothing. */
export function revalidateRedirects({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSameUrl = currentUrl.href === nextUrl.href;
  return isSameUrl ? defaultShouldRevalidate : JSON.stringify(inputOf(currentUrl)) !== JSON.stringify(inputOf(nextUrl));
}
