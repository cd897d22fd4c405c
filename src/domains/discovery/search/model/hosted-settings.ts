/** Settings with which the hosted search matches and ranks like the shop's own. */

import type { Market } from '#markets/market.ts';
import { DEFAULTS } from '#packages/search-engine/index.ts';
import { EXTRA_REFINEMENTS, FILTER_ONLY_FACETS, REFINEMENT_FACETS, SHOW_MORE_LIMIT } from './facets.ts';
import { indexName } from './index-names.ts';
import { SORTS, type Sort } from './search-attributes.ts';
import type { SearchHit } from './search-document.ts';
import { SYNONYMS } from './synonyms.ts';

const ORDERS: Readonly<Record<Sort, readonly string[]>> = {
  default: [],
  price_asc: ['asc(bottlePrice)'],
  price_desc: ['desc(bottlePrice)'],
};
const RANKING = ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'];

/** A record to push: the document, and a number that sorts sold-out offers last. */
export const hostedRecord = (document: SearchHit) => ({
  ...document,
  // Identifies the search that responded. The shop's own search returns `shop`.
  engine: 'hosted',
  soldOut: document.inventoryStatus === 'SOLD_OUT' ? 1 : 0,
  slot: document.slot ?? Number.MAX_SAFE_INTEGER,
});

/** Returns the settings of a market's index in one order. The index of the default order names its replicas [SRCH-32]. */
export const hostedSettings = (market: Market, sort: Sort) => ({
  searchableAttributes: ['name,brand', 'vintage,varietal,varietals', 'region,regions', 'category,categories,country,countries', 'tags,sku'],
  attributesForFaceting: [
    ...REFINEMENT_FACETS.map(({ attribute }) => `searchable(${attribute})`),
    ...EXTRA_REFINEMENTS.map((attribute) => `searchable(${attribute})`),
    ...FILTER_ONLY_FACETS.map(({ attribute }) => attribute),
    'filterOnly(tiersEligible)',
    'filterOnly(isSpirit)',
    'category',
  ],
  numericAttributesForFiltering: ['packPrice', 'bottlePrice', 'packSize', 'discountPercentage'],
  ranking: [...ORDERS[sort], ...RANKING],
  customRanking: ['asc(soldOut)', 'asc(slot)', 'desc(popularity)'],
  unretrievableAttributes: ['soldOut'],
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  hitsPerPage: DEFAULTS.hitsPerPage,
  maxValuesPerFacet: SHOW_MORE_LIMIT,
  paginationLimitedTo: DEFAULTS.paginationLimitedTo,
  removeStopWords: ['en'],
  ...(sort === 'default' ? { replicas: SORTS.filter((each) => each !== 'default').map((each) => indexName(market, each)) } : {}),
});

/** Settings of the index of delivery estimates, which is queried by `objectID` or a filter [SRCH-50, API-69]. */
export const ESTIMATE_SETTINGS = {
  searchableAttributes: ['objectID'],
  attributesForFaceting: ['filterOnly(objectID)'],
  typoTolerance: false,
  queryType: 'prefixNone',
  hitsPerPage: 1,
} as const;

/** Converts synonyms to the hosted search's format. */
export const hostedSynonyms = () => [
  ...SYNONYMS.same.map((synonyms, row) => ({ objectID: `same-${row}`, type: 'synonym', synonyms })),
  ...SYNONYMS.oneWay.map(([input, ...synonyms]) => ({
    objectID: `one-way-${input.replaceAll(' ', '-')}`,
    type: 'oneWaySynonym',
    input,
    synonyms,
  })),
];
