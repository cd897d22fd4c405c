/** Addresses of lists (SPEC.md §2: default state yields no query string). */
import { EMPTY_SEARCH } from '../search/state.ts';
import { writeSearch } from '../search/url-state.ts';

export interface ListState {
  readonly query?: string;
  readonly category?: string | undefined;
  readonly sortBy?: 'price_asc' | 'price_desc' | undefined;
  /** From 1. */
  readonly page?: number;
}

/** `/wines?query=shiraz&page=2`: values encoded, defaults left out. */
export function listAddress(path: string, { query = '', category, sortBy, page = 1 }: ListState): string {
  const written = writeSearch({
    ...EMPTY_SEARCH,
    query,
    page,
    sortBy: sortBy ?? 'default',
    refinementList: category ? { categories: [category] } : {},
  });
  return written === '' ? path : `${path}?${written}`;
}
