/** Tells analytics what a shopper does with search (SPEC.md §7). */
import type { PropertiesOf } from '../../analytics/events.ts';
import { recordImpressions } from '../../analytics/web/shown-hits.ts';
import { track } from '../../analytics/web/track.ts';
import type { Market } from '../../market/market.ts';
import { randomKey } from '../../platform/web/random-key.ts';
import { indexName } from '../index-names.ts';
import { type ListResult, PAGE_SIZE } from '../list-shape.ts';
import { listEvents, type SearchEvent } from '../search-events.ts';
import type { RefinedSearch } from '../state.ts';

export function reportSearch(...events: readonly SearchEvent[]): void {
  for (const { name, ...properties } of events) track(name, properties as PropertiesOf<typeof name>);
}

/** Whose list it is, and which search browsers use. */
export interface NotedList {
  readonly market: Market;
  readonly state: RefinedSearch;
  readonly isHosted: boolean;
}

/**
 * Remember where each offer of a list stands, for what the search is told of them. The shop's own lists have an id of this browser's; of
 * one that a hosted search did not answer, it is told no id.
 */
export function noteList({ hits, page, queryID }: ListResult, { market, state, isHosted }: NotedList): void {
  const id = queryID ?? (isHosted ? null : randomKey().replaceAll('-', ''));
  recordImpressions(
    id === null ? null : { queryID: id, index: indexName(market, state.sortBy) },
    location.pathname,
    (page - 1) * PAGE_SIZE + 1,
    hits.map(({ offerId }) => offerId),
  );
}

/** Report what the change from one list to another says. */
export const reportList = (...change: Parameters<typeof listEvents>): void => reportSearch(...listEvents(...change));
