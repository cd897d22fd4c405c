import { describe, expect, test } from 'vitest';
import { MARKETS } from '#markets/market.ts';
import { compares, hasValue } from '#packages/search-engine/index.ts';
import { FACETS, facetsFor } from './facets.ts';
import { PRICE_RANGES, priceRangeOf } from './price-range.ts';
import { EMPTY_SEARCH } from './state.ts';
import { engineFilter, hostedFilters } from './state-filter.ts';

const state = {
  ...EMPTY_SEARCH,
  refinementList: { categories: ['Red', '-Odd'], tags: ['New'] },
  toggle: ['isMixed'],
  multiRange: { bottlePrice: { low: 10, high: 20.5 } },
};

describe('the filters of a state', () => {
  test('are parameters of the hosted search', () => {
    expect(hostedFilters(state)).toEqual({
      facetFilters: [['categories:Red', 'categories:\\-Odd'], ['tags:New'], ['isMixed:false']],
      numericFilters: ['bottlePrice>=10', 'bottlePrice<=20.5'],
    });
    expect(hostedFilters(EMPTY_SEARCH)).toEqual({ facetFilters: [], numericFilters: [] });
  });

  test('are filters of the engine', () => {
    expect(engineFilter(state)).toEqual([
      [hasValue('categories', 'Red'), hasValue('categories', '-Odd')],
      [hasValue('tags', 'New')],
      [hasValue('isMixed', 'false')],
      [compares('bottlePrice', '>=', 10)],
      [compares('bottlePrice', '<=', 20.5)],
    ]);
  });
});

describe('the facets', () => {
  test('have unique URL keys [SRCH-2]', () => {
    expect(new Set(FACETS.map((facet) => facet.urlKey)).size).toBe(FACETS.length);
  });

  test.each([
    ['[SRCH-3]', 'priceRange', 'Bottle price', 'priceRange'],
    ['[SRCH-4]', 'categories', 'Category', 'category'],
    ['[SRCH-5]', 'varietals', 'Varietal', 'varietals'],
    ['[SRCH-6]', 'countries', 'Country', 'countries'],
    ['[SRCH-7]', 'regions', 'Region', 'regions'],
    ['[SRCH-8]', 'vintage', 'vintage', 'vintage'],
    ['[SRCH-9]', 'packSize', 'Pack size', 'packSize'],
    ['[SRCH-10]', 'tags', 'Collections', 'tags'],
  ])('%s: %s has its label and URL key in both markets', (_, attribute, label, urlKey) => {
    for (const market of MARKETS)
      expect(facetsFor(market)).toContainEqual({ facetType: 'refinement', attribute, label, urlKey, audience: MARKETS });
  });

  test('show the Black Market in Australia only [SRCH-11]', () => {
    expect(facetsFor('AU').map((facet) => facet.label)).toContain('Black Market');
    expect(facetsFor('SG').map((facet) => facet.label)).not.toContain('Black Market');
  });
});

describe('the price range of a bottle [SRCH-3]', () => {
  test.each([
    [0.01, 'Under $15'],
    [14.99, 'Under $15'],
    [15, '$15 to $20'],
    [29.99, '$20 to $30'],
    [199.99, '$100 to $200'],
    [200, '$200 and over'],
  ])('of %d is %s', (price, band) => {
    expect(priceRangeOf(price)).toBe(band);
    expect(PRICE_RANGES).toContain(band);
  });
});
