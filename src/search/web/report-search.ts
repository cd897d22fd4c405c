/** Tells analytics what a shopper does with search (SPEC.md §7). */
import type { PropertiesOf } from '../../analytics/events.ts';
import { track } from '../../analytics/web/track.ts';
import { listEvents, type SearchEvent } from '../search-events.ts';
import type { RefinedSearch } from '../state.ts';

export function reportSearch(...events: readonly SearchEvent[]): void {
  for (const { name, ...properties } of events) track(name, properties as PropertiesOf<typeof name>);
}

/** Report what the change from one list to another says. */
export const reportList = (before: RefinedSearch | null, after: RefinedSearch, hits: number): void =>
  reportSearch(...listEvents(before, after, hits));
