import { expect, test } from 'vitest';
import { listEvents, type SearchEvent } from './search-events.ts';
import { bounded, cleared, EMPTY_SEARCH, type RefinedSearch, refined, searchFor, sorted, toggled } from './state.ts';

const red = refined(EMPTY_SEARCH, 'categories', 'Red');

interface Step {
  readonly name: string;
  readonly before: RefinedSearch | null;
  readonly after: RefinedSearch;
  readonly hits?: number;
  readonly isMissed?: boolean;
  readonly events: readonly SearchEvent[];
}

test.each<Step>([
  { name: 'a first list without words', before: null, after: red, events: [] },
  { name: 'a first list of words', before: null, after: searchFor('gamay'), events: [{ name: 'Products Searched', query: 'gamay' }] },
  { name: 'other words', before: searchFor('gamay'), after: searchFor('shiraz'), events: [{ name: 'Products Searched', query: 'shiraz' }] },
  {
    name: 'a value chosen',
    before: EMPTY_SEARCH,
    after: red,
    events: [
      { name: 'Add Filter Item', type: 'categories', value: 'Red' },
      { name: 'Product List Filtered', filters: [{ type: 'categories', value: 'Red' }], hits_returned: 7 },
    ],
  },
  {
    name: 'a range moved',
    before: bounded(EMPTY_SEARCH, 'bottlePrice', { low: 10, high: null }),
    after: bounded(EMPTY_SEARCH, 'bottlePrice', { low: 20, high: null }),
    events: [
      { name: 'Add Filter Item', type: 'bottlePrice', value: '20:' },
      { name: 'Remove Filter Item', type: 'bottlePrice', value: '10:' },
      { name: 'Product List Filtered', filters: [{ type: 'bottlePrice', value: '20:' }], hits_returned: 7 },
    ],
  },
  {
    name: 'everything cleared',
    before: toggled(red, 'isMixed'),
    after: cleared(red),
    events: [
      { name: 'Remove Filter Item', type: 'categories', value: 'Red' },
      { name: 'Remove Filter Item', type: 'isMixed', value: 'true' },
      { name: 'Product List Filtered', filters: [], hits_returned: 7 },
    ],
  },
  {
    name: 'another order',
    before: red,
    after: sorted(red, 'price_asc'),
    events: [{ name: 'Product List Sorted', sortedBy: 'price_asc' }],
  },
  {
    name: 'another search, which begins in the default order',
    before: sorted(searchFor('gamay'), 'price_asc'),
    after: searchFor('shiraz'),
    events: [{ name: 'Products Searched', query: 'shiraz' }],
  },
  { name: 'another order of nothing', before: red, after: sorted(red, 'price_asc'), hits: 0, events: [] },
  {
    name: 'everything in place of a search without results',
    before: sorted(EMPTY_SEARCH, 'price_asc'),
    after: EMPTY_SEARCH,
    isMissed: true,
    events: [],
  },
  { name: 'another page', before: red, after: { ...red, page: 2 }, events: [] },
])('sends the events of $name [ANA-9, ANA-10, ANA-12, ANA-13]', ({ before, after, events, hits = 7, isMissed = false }: Step) => {
  expect(listEvents(before, after, hits, isMissed)).toEqual(events);
});
