/** Tells whoever listens on the window what a shopper does with search: the one place for analytics to hook (SPEC.md §7). */
import { listEvents, type SearchEvent } from '../search-events.ts';
import type { RefinedSearch } from '../state.ts';

/** Name of the window's event; its `detail` is the SearchEvent. */
const SEARCH_EVENT = 'shop:search';

export function reportSearch(...events: readonly SearchEvent[]): void {
  for (const detail of events) dispatchEvent(new CustomEvent<SearchEvent>(SEARCH_EVENT, { detail }));
}

/** Report what the change from one list to another says. */
export const reportList = (before: RefinedSearch | null, after: RefinedSearch, hits: number): void =>
  reportSearch(...listEvents(before, after, hits));
