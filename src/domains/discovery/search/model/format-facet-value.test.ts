import { describe, expect, test } from 'vitest';
import { activePills, formatFacetValue, formatRange } from './format-facet-value.ts';
import { EMPTY_SEARCH, type RefinedSearch } from './state.ts';

test.each([
  { attribute: 'categories', value: 'Mixed', expected: 'Mixed cases' },
  { attribute: 'categories', value: 'Unheard of', expected: 'Unheard of' },
  { attribute: 'packSize', value: '12', expected: 'Case of 12' },
  { attribute: 'packSize', value: '1', expected: 'Single bottle' },
  { attribute: 'vintage', value: 'NV', expected: 'Non-vintage' },
  { attribute: 'regions', value: 'Mosel', expected: 'Mosel' },
])('labels $attribute $value as "$expected"', ({ attribute, value, expected }) => {
  expect(formatFacetValue(attribute, value)).toBe(expected);
});

test.each([
  { range: { low: 15, high: 70 }, expected: '$15 to $70' },
  { range: { low: 15.5, high: null }, expected: 'From $15.50' },
  { range: { low: null, high: 70 }, expected: 'Up to $70' },
])('labels a range as $expected', ({ range, expected }) => {
  expect(formatRange(range)).toBe(expected);
});

describe('activePills', () => {
  const state: RefinedSearch = {
    ...EMPTY_SEARCH,
    query: 'shiraz',
    page: 3,
    toggle: ['isMixed', 'secret'],
    refinementList: { brand: ['Gumbrook'], categories: ['Red', 'Mixed'] },
    multiRange: { bottlePrice: { low: 10, high: null } },
  };

  test('lists all filters in the order of the page [SRCH-11, SRCH-12]', () => {
    expect(activePills(state, 'AU').map(({ label }) => label)).toEqual([
      'From $10',
      'Red',
      'Mixed cases',
      'No Black Market',
      'No Mixed Cases',
      'Gumbrook',
    ]);
  });

  test('leaves out pills of facets that the market does not have', () => {
    expect(activePills(state, 'SG').map(({ label }) => label)).not.toContain('No Black Market');
  });

  test('links each pill to the state without it, on the first page', () => {
    let remaining = state;
    for (const { key } of activePills(state, 'AU'))
      remaining = activePills(remaining, 'AU').find((pill) => pill.key === key)?.without ?? remaining;
    expect(remaining).toEqual({ ...EMPTY_SEARCH, query: 'shiraz' });
  });
});
