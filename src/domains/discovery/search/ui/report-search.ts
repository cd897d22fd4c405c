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

/** Source of a list, and the search that the browser uses. */
export interface NotedList {
  readonly market: Market;
  readonly state: RefinedSearch;
  readonly isHosted: boolean;
}

/**
 * Records the position of each offer of a list, for insights. The shop's own lists have an id made in the browser. Lists that fell back
 * from a hosted search have none.
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

/** Sends the events of a change from one list to another. */
export const reportList = (...change: Parameters<typeof listEvents>): void => reportSearch(...listEvents(...change));
