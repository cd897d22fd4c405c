/** Analytics events of lists [ANA-9] [ANA-10] [ANA-11] [ANA-12] [ANA-13]. */
import { REFINEMENT_KEYS } from './facets.ts';
import type { RefinedSearch } from './state.ts';

export interface FilterItem {
  /** Attribute of a facet or range. */
  readonly type: string;
  readonly value: string;
}

export type SearchEvent =
  | { readonly name: 'Search'; readonly query: string; readonly hits_returned: number; readonly searched_from: string }
  | { readonly name: 'Products Searched'; readonly query: string }
  | { readonly name: 'Add Filter Item' | 'Remove Filter Item'; readonly type: string; readonly value: string }
  | { readonly name: 'Product List Filtered'; readonly filters: readonly FilterItem[]; readonly hits_returned: number }
  | { readonly name: 'Product List Sorted'; readonly sortedBy: string };

/** Active filters, one per value. */
export const filterItems = ({ refinementList, toggle, multiRange }: RefinedSearch): FilterItem[] => [
  ...[...REFINEMENT_KEYS.keys()].flatMap((type) => (refinementList[type] ?? []).map((value) => ({ type, value }))),
  ...toggle.map((type) => ({ type, value: 'true' })),
  ...Object.entries(multiRange).map(([type, range]) => ({ type, value: `${range.low ?? ''}:${range.high ?? ''}` })),
];

const missingFrom = (others: readonly FilterItem[]) => (item: FilterItem) =>
  !others.some(({ type, value }) => type === item.type && value === item.value);

/**
 * Returns what happened between two lists.
 * @param before the list that was shown, null for the first
 * @param hits number of hits of the list that is shown now
 * @param isMissed true if the list is shown in place of a search without results
 */
export function listEvents(before: RefinedSearch | null, after: RefinedSearch, hits: number, isMissed = false): SearchEvent[] {
  const events: SearchEvent[] = [];
  if (after.query !== '' && after.query !== before?.query) events.push({ name: 'Products Searched', query: after.query });
  if (before === null) return events;
  const [were, are] = [filterItems(before), filterItems(after)];
  const [added, removed] = [are.filter(missingFrom(were)), were.filter(missingFrom(are))];
  for (const item of added) events.push({ name: 'Add Filter Item', ...item });
  for (const item of removed) events.push({ name: 'Remove Filter Item', ...item });
  if (added.length + removed.length > 0) events.push({ name: 'Product List Filtered', filters: are, hits_returned: hits });
  // A new search starts in the default order, which the shopper did not choose. Without results nothing was sorted.
  const isSorted = after.sortBy !== before.sortBy && after.query === before.query && hits > 0 && !isMissed;
  if (isSorted) events.push({ name: 'Product List Sorted', sortedBy: after.sortBy });
  return events;
}
