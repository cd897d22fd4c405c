/** Sends search events to analytics [ANA-12] [ANA-13]. */
import type { PropertiesOf } from '#domains/outbound/analytics/model/events.ts';
import { recordImpressions } from '#domains/outbound/analytics/ui/impressions.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import type { Market } from '#markets/market.ts';
import { indexName } from '../model/index-names.ts';
import { type ListResult, PAGE_SIZE } from '../model/list-shape.ts';
import { listEvents, type SearchEvent } from '../model/search-events.ts';
import type { RefinedSearch } from '../model/state.ts';

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
