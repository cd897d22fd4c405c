import { describe, expect, test } from 'vitest';
import { createIndex, hasValue, isBetween, type SearchRequest, searchFacetValues } from '#packages/search-engine/index.ts';
import { generateOffers } from '#tests/bench/generate-offers.ts';
import { type SearchDocument, TEXT_FIELDS, TEXT_KEYS } from './search-attributes.ts';
import { SearchAudience } from './search-audience.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';

const guest = new SearchAudience({ territory: 'AU', tiers: ['GUEST', 'ALL'], secret: false });
const gold = new SearchAudience({ territory: 'AU', tiers: ['GOLD', 'ALL'], secret: true });

const [plain] = generateOffers(1, { hidden: 0 });
const offer = (objectID: string, fields: Partial<SearchDocument>): SearchDocument => ({
  ...(plain as SearchDocument),
  brand: '',
  varietal: '',
  varietals: [],
  country: '',
  countries: [],
  region: '',
  regions: [],
  tags: [],
  vintage: '',
  slot: null,
  popularity: 0,
  objectID,
  ...fields,
});

const cellar = [
  offer('bin389', {
    brand: 'Penfolds',
    name: 'Bin 389 Cabernet Shiraz',
    vintage: '2019',
    varietal: 'Cabernet Shiraz',
    region: 'South Australia',
    slot: 9,
    bottlePrice: 90,
  }),
  offer('bin28', {
    brand: 'Penfolds',
    name: 'Bin 28 Shiraz',
    vintage: '2020',
    varietal: 'Shiraz',
    region: 'Barossa Valley',
    slot: 1,
    bottlePrice: 45,
  }),
  offer('grange', {
    brand: 'Penfolds',
    name: 'Grange',
    vintage: '2016',
    varietal: 'Shiraz',
    region: 'South Australia',
    slot: 5,
    bottlePrice: 950,
  }),
  offer('deadarm', {
    brand: "d'Arenberg",
    name: 'The Dead Arm',
    vintage: '2018',
    varietal: 'Shiraz',
    region: 'McLaren Vale',
    bottlePrice: 60,
  }),
  offer('rose', {
    brand: 'Domaine Ott',
    name: 'Clos Mireille Rosé',
    category: 'Rosé',
    categories: ['Rosé'],
    countries: ['France'],
    bottlePrice: 70,
  }),
  offer('rosso', {
    brand: 'Ross Hill',
    name: 'Rosa Rossa',
    category: 'Red',
    categories: ['Red'],
    countries: ['Italy'],
    bottlePrice: 20,
    popularity: 9,
  }),
  offer('hidden', { brand: 'Quellbach', name: 'Zephyrine', tiersEligible: ['GOLD'], bottlePrice: 30 }),
  offer('near', { brand: 'Zephyrina', name: 'White', bottlePrice: 31 }),
];
const index = createIndex(SEARCH_SCHEMA, cellar);
const ids = (request: Partial<SearchRequest>) => index.search({ eligibility: guest, ...request }).hits.map((hit) => hit.objectID);

describe('ranking', () => {
  test.each([
    ['the wine named', 'penfolds bin 389', 'bin389'],
    ['the wine named, words in any order', 'shiraz 28 bin', 'bin28'],
    ['the wine named before one that stands earlier', 'penfolds grange', 'grange'],
    ['without its accent', 'clos mireille rose', 'rose'],
    ['with a typo', 'penfodls grnage', 'grange'],
    ['a word across an apostrophe', 'darenberg dead arm', 'deadarm'],
    ['with words nobody asks for', 'the dead arm from mclaren vale', 'deadarm'],
    ['in other words', 'penfolds grange syrah', 'grange'],
    ['as typed so far', 'penfolds gra', 'grange'],
  ])('puts first %s', (_, query, first) => {
    expect(ids({ query })[0]).toBe(first);
  });

  test('puts a wine whose whole name matches before an earlier one that matches in part', () => {
    const two = createIndex(SEARCH_SCHEMA, [
      offer('road', { brand: 'Quellbach', name: 'Grange Road Old Block', slot: 1 }),
      offer('grange', { brand: 'Penfolds', name: 'Grange', slot: 2 }),
    ]);
    expect(two.search({ eligibility: guest, query: 'grange' }).hits.map((hit) => hit.objectID)).toEqual(['grange', 'road']);
  });

  test('keeps the order of the list for a category', () => {
    expect(ids({ query: 'shiraz' })).toEqual(['bin28', 'grange', 'bin389', 'deadarm']);
  });

  test('orders lists without a query by slot, popularity and name', () => {
    expect(ids({})).toEqual(['bin28', 'grange', 'bin389', 'rosso', 'rose', 'deadarm', 'near']);
  });

  test('sorts by the bottle price [SRCH-16]', () => {
    expect(ids({ query: 'penfolds', sort: 'price_asc' })).toEqual(['bin28', 'bin389', 'grange']);
    expect(ids({ query: 'penfolds', sort: 'price_desc' })).toEqual(['grange', 'bin389', 'bin28']);
  });
});

describe('typos [SRCH-37] [SRCH-46]', () => {
  test('are not searched for if exact matches exist', () => {
    expect(ids({ query: 'rose' })).toEqual(['rose']);
    expect(ids({ query: 'rose', typoTolerance: true })).toEqual(['rose', 'rosso']);
    expect(ids({ query: 'rosee' })).toEqual(['rose']);
    expect(ids({ query: 'rosee', typoTolerance: false })).toEqual([]);
  });

  test('count for the nearest word of an offer', () => {
    const two = createIndex(SEARCH_SCHEMA, [offer('both', { name: 'Chardoaaae Chardonnay' }), offer('one', { name: 'Chardonnay' })]);
    expect(two.search({ eligibility: guest, query: 'chardonnae wine' }).nbHits).toBe(2);
  });

  test('depend only on visible offers: a hidden offer changes nothing', () => {
    expect(ids({ query: 'zephyrine' })).toEqual(['near']);
    expect(ids({ query: 'zephyrine', eligibility: gold })).toEqual(['hidden']);
  });
});

describe('a response', () => {
  test('lists pages up to the paging limit and counts beyond it', () => {
    const many = createIndex(SEARCH_SCHEMA, generateOffers(300, { hidden: 0 }));
    const page = (n: number) => many.search({ eligibility: guest, page: n, hitsPerPage: 40, paginationLimitedTo: 100 });
    expect(page(0)).toMatchObject({ nbHits: 300, nbPages: 3 });
    expect([0, 1, 2, 3].map((n) => page(n).hits.length)).toEqual([40, 40, 20, 0]);
  });

  test('orders values by count and returns statistics of numbers', () => {
    const { facets, facetsStats } = index.search({ eligibility: guest, query: 'penfolds', facets: ['brand', 'bottlePrice', 'nonsense'] });
    expect(facets.get('brand')).toEqual([{ value: 'Penfolds', count: 3 }]);
    expect(facetsStats.get('bottlePrice')).toEqual({ min: 45, max: 950, sum: 1085, avg: 1085 / 3 });
    expect([...facets.keys()]).toEqual(['brand', 'bottlePrice']);
  });

  test('counts a disjunctive facet as if its own filter were not set, and other facets with their filters', () => {
    const filter = [[hasValue('categories', 'rosé')], [isBetween('bottlePrice', 0, 100)]];
    const { facets } = index.search({
      eligibility: guest,
      query: 'ros',
      filter,
      facets: ['categories', 'countries'],
      disjunctive: ['categories'],
    });
    expect(facets.get('categories')).toEqual([
      { value: 'Red', count: 1 },
      { value: 'Rosé', count: 1 },
    ]);
    expect(facets.get('countries')).toEqual([{ value: 'France', count: 1 }]);
  });

  test('can fall back on some words if all together match nothing', () => {
    expect(ids({ query: 'penfolds unheardof grange' })).toEqual([]);
    expect(ids({ query: 'penfolds unheardof grange', anyWordIfNothing: true })).toEqual(['grange', 'bin28', 'bin389']);
  });

  test('searches only in the requested fields', () => {
    expect(ids({ query: 'shiraz', fields: ['name'] })).toEqual(['bin28', 'bin389']);
  });
});

describe('a document', () => {
  test('is returned only to shoppers who may see it', () => {
    expect(index.get('hidden', guest)).toBeUndefined();
    expect(index.get('hidden', gold)?.name).toBe('Zephyrine');
    expect(index.get('none', gold)).toBeUndefined();
  });
});

describe('facet-value search', () => {
  const search = (facetQuery: string, maxFacetHits?: number) =>
    searchFacetValues(index, {
      attribute: 'brand',
      facetQuery,
      ...(maxFacetHits === undefined ? {} : { maxFacetHits }),
      within: { eligibility: guest },
      tags: { preTag: '[', postTag: ']' },
    });

  test.each([
    ['pen', ['[Pen]folds']],
    ['hill ros', ['[Ros]s [Hill]']],
    ['arenbrg', ["d'[Arenberg]"]],
    ['quell', []],
  ])('of %s', (query, highlighted) => {
    expect(search(query)?.map((hit) => hit.highlighted)).toEqual(highlighted);
  });

  test('returns the most frequent values without a query, as many as requested [SRCH-44]', () => {
    expect(search('', 1)).toEqual([{ value: 'Penfolds', count: 3, highlighted: 'Penfolds' }]);
    expect(search('', 0)).toHaveLength(1);
  });

  test('returns null for an attribute that is no facet', () => {
    expect(
      searchFacetValues(index, { attribute: 'story', facetQuery: '', within: { eligibility: guest }, tags: { preTag: '', postTag: '' } }),
    ).toBeNull();
  });
});

test('gives documents with the same text keys the same words', () => {
  const read = new Set<string>();
  const watched = new Proxy(plain as SearchDocument, {
    get(target, key) {
      read.add(String(key));
      return Reflect.get(target, key);
    },
  });
  for (const field of TEXT_FIELDS) field.read(watched);

  expect([...read].sort()).toEqual([...TEXT_KEYS].sort());
});
