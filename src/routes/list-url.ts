/** URLs of lists. The default state has no query [SRCH-20]. */
import { EMPTY_SEARCH, type RefinedSearch } from '#domains/discovery/search/model/state.ts';
import { SEARCH_KEYS, serializeSearch } from '#domains/discovery/search/model/url-state.ts';

/** Query parameters of a list: its state, and the facet that is shown in full without JavaScript [CONT-42]. */
export const LIST_PARAMS: readonly string[] = [...SEARCH_KEYS, 'all'];

export interface ListState {
  readonly query?: string;
  readonly category?: string | undefined;
  readonly sortBy?: 'price_asc' | 'price_desc' | undefined;
  /** From 1. */
  readonly page?: number;
}

/** Returns the URL of a list in a state. */
export function addressOfState(path: string, state: RefinedSearch): string {
  const written = serializeSearch(state);
  return written === '' ? path : `${path}?${written}`;
}

/** Returns `/wines?query=shiraz&page=2`: values encoded, defaults left out. */
export const buildListUrl = (path: string, { query = '', category, sortBy, page = 1 }: ListState): string =>
  addressOfState(path, {
    ...EMPTY_SEARCH,
    query,
    page,
    sortBy: sortBy ?? 'default',
    refinementList: category ? { categories: [category] } : {},
  });
