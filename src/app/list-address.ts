/** The state of a list and its address (SPEC.md §2: default state yields no query string). */

export interface ListState {
  readonly query?: string;
  readonly category?: string | undefined;
  readonly sortBy?: 'price_asc' | 'price_desc' | undefined;
  /** From 1. */
  readonly page?: number;
}

/** `/wines?query=shiraz&page=2`: values encoded, defaults left out. */
export function listAddress(path: string, { query = '', category, sortBy, page = 1 }: ListState): string {
  const pairs = Object.entries({ query, category, sortBy, page: page > 1 ? String(page) : '' }).filter(([, value]) => value);
  return pairs.length === 0 ? path : `${path}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}
