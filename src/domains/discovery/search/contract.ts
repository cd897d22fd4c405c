/** Endpoints of search: lists with facets, suggestions, pre-search [API-70], and the key for the search service [API-71]. */

import { z } from 'zod';
import { catalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { FACET_HITS } from '#packages/search-engine/index.ts';
import { SEARCH_ERRORS } from './messages/errors.ts';
import { LANDINGS } from './model/landings.ts';

const kind = z.enum(['wine', 'spirits']);
const attribute = z.enum(LANDINGS.map((landing) => landing.attribute));
const value = z.object({ value: z.string(), count: z.number().int() });

const scope = {
  kind,
  search: z.string().max(16_000).default('').describe("Search state: the query string of the list's URL [SRCH-15]"),
  filter: z.string().max(8_192).default('').describe('Additional filter of the page, in the syntax of `filters`'),
};

const INVALID_FILTER = { filter_invalid: SEARCH_ERRORS.filter_invalid } as const;

const list = z.object({
  hits: z.array(catalogueHit),
  total: z.number().int(),
  page: z.number().int(),
  pages: z.number().int(),
  facets: z.array(z.object({ attribute: z.string(), values: z.array(value), total: z.number().int().describe('Number of values') })),
  prices: z
    .object({ stops: z.array(z.number()), bars: z.array(z.number().int()) })
    .nullable()
    .describe('Histogram of bottle prices: number of offers between stops; null if all prices are equal'),
  help: z
    .object({
      didYouMean: z.string().nullable(),
      withoutFilters: z.number().int(),
      elsewhere: z.number().int().describe("Number of hits in the market's other shop"),
      show: z.enum(['near', 'popular']),
      hits: z.array(catalogueHit),
    })
    .nullable()
    .describe('Suggestions if nothing was found'),
  queryID: z.string().optional().describe('Query id of the hosted search'),
});

const ownTier = z.enum(['yes', 'no']).default('no').describe('yes: staff see only what their own tier sees [LOY-13]');

export const searchContract = calls({
  list: {
    method: 'GET',
    path: '/api/search/list',
    summary: 'Returns a page of a list with its facets, for the customer of the token or a guest',
    reference: '[SRCH-15, CAT-10]',
    input: z.object({
      ...scope,
      all: z.string().max(40).default('').describe('URL key of a facet whose values are all returned'),
      ownTier,
    }),
    output: list,
    mutates: false,
    errors: { ...INVALID_FILTER, ...TOKEN_ERRORS },
  },
  facetValues: {
    method: 'GET',
    path: '/api/search/facet-values',
    summary: 'Returns values of one facet, optionally those that start with a text',
    reference: '[SRCH-44]',
    input: z.object({
      ...scope,
      facet: z.string().max(40).describe('URL key'),
      words: z.string().max(200).default(''),
      limit: z.coerce.number().int().catch(FACET_HITS.default).default(FACET_HITS.default).describe('Clamped to 1 to 100'),
    }),
    output: z.object({ values: z.array(value) }),
    mutates: false,
    errors: { ...INVALID_FILTER, ...TOKEN_ERRORS },
  },
  suggest: {
    method: 'GET',
    path: '/api/search/suggest',
    summary: 'Returns suggestions for a partial query: offers, categories, varietals, regions',
    reference: '[SRCH-51]',
    input: z.object({ kind, words: z.string().max(200), ownTier }),
    output: z.object({
      offers: z.array(catalogueHit),
      categories: z.array(value),
      varietals: z.array(value),
      regions: z.array(value),
    }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  shelves: {
    method: 'GET',
    path: '/api/search/shelves',
    summary: 'Returns the data of the home page: selected and new offers, and the number of offers per category',
    reference: '[SITE-2]',
    input: z.object({ kind }),
    output: z.object({
      picks: z.array(catalogueHit),
      fresh: z.array(catalogueHit),
      mixed: z.array(catalogueHit),
      categories: z.array(z.object({ category: z.enum(CATEGORY_NAMES), count: z.number().int(), example: catalogueHit })),
    }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  related: {
    method: 'GET',
    path: '/api/search/related',
    summary: 'Returns offers related to an offer, and its landing pages',
    reference: '[SITE-2]',
    input: z.object({ offerId: z.string().max(100) }),
    output: z.object({
      offers: z.array(catalogueHit),
      landings: z.array(z.object({ attribute, value: z.string() })).describe('Landing pages of its country, regions and varietals'),
    }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  named: {
    method: 'GET',
    path: '/api/search/named',
    summary: 'Returns offers by id in the given order, without those that the shopper may not see',
    reference: '[CONT-1]',
    input: z.object({ ids: z.string().max(7_000).describe('Comma-separated offer ids') }),
    output: z.object({ offers: z.array(catalogueHit) }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  landing: {
    method: 'GET',
    path: '/api/search/landing',
    summary: 'Returns the country, region or varietal of a landing page',
    reference: '[SRCH-52]',
    input: z.object({ kind, attribute, slug: z.string().max(100) }),
    output: z.object({ value: z.string(), count: z.number().int() }),
    mutates: false,
    errors: { landing_not_found: SEARCH_ERRORS.landing_not_found, ...TOKEN_ERRORS },
  },
  preSearch: {
    method: 'GET',
    path: '/api/pre-search-algolia',
    summary: 'Returns the number of offers that match a keyword',
    reference: '[SRCH-26, SRCH-27, API-70]',
    input: z.object({
      index: z.string().max(100),
      keyword: z.string().max(512).default(''),
      kind: kind.optional().describe('Restricts the search to one shop; both if omitted'),
    }),
    output: z.object({ count: z.number().int() }),
    mutates: false,
    errors: { index_not_found: SEARCH_ERRORS.index_not_found, ...TOKEN_ERRORS },
  },
  key: {
    method: 'GET',
    path: '/api/search-key',
    summary: 'Returns a search key for the offers that the customer may see, valid for 15 minutes',
    reference: '[SRCH-40, API-71]',
    input: z.object({}),
    output: z.object({ data: z.object({ key: z.string(), validUntil: z.number().int().describe('Unix seconds') }) }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
});
