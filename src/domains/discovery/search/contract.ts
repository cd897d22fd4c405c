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
  filter: z.string().max(8_192).default('').describe('Conditions that a page brings along, in the grammar of `filters`'),
};

const INVALID_FILTER = { filter_invalid: SEARCH_ERRORS.filter_invalid } as const;

const list = z.object({
  hits: z.array(catalogueHit),
  total: z.number().int(),
  page: z.number().int(),
  pages: z.number().int(),
  facets: z.array(z.object({ attribute: z.string(), values: z.array(value), total: z.number().int().describe('Values in all') })),
  prices: z
    .object({ stops: z.array(z.number()), bars: z.array(z.number().int()) })
    .nullable()
    .describe('Bottle prices: how many offers from each stop to the next; null where all cost the same'),
  help: z
    .object({
      didYouMean: z.string().nullable(),
      withoutFilters: z.number().int(),
      elsewhere: z.number().int().describe("What the words find in the market's other shop"),
      show: z.enum(['near', 'popular']),
      hits: z.array(catalogueHit),
    })
    .nullable()
    .describe('What to offer where nothing was found'),
  queryID: z.string().optional().describe('What a hosted search calls its answer'),
});

const ownTier = z.enum(['yes', 'no']).default('no').describe('yes: staff see only what their own tier sees [LOY-13]');

export const searchContract = calls({
  list: {
    method: 'GET',
    path: '/api/search/list',
    summary: 'A page of a list with its facets, for the shopper of the token or a guest',
    reference: '[SRCH-15, CAT-10]',
    input: z.object({
      ...scope,
      all: z.string().max(40).default('').describe('Url key of a facet to be told in full'),
      ownTier,
    }),
    output: list,
    mutates: false,
    errors: { ...INVALID_FILTER, ...TOKEN_ERRORS },
  },
  facetValues: {
    method: 'GET',
    path: '/api/search/facet-values',
    summary: 'Values of one facet, those that begin with some words where there are any',
    reference: '[SRCH-44]',
    input: z.object({
      ...scope,
      facet: z.string().max(40).describe('Url key'),
      words: z.string().max(200).default(''),
      limit: z.coerce.number().int().catch(FACET_HITS.default).default(FACET_HITS.default).describe('Clamped from 1 to 100'),
    }),
    output: z.object({ values: z.array(value) }),
    mutates: false,
    errors: { ...INVALID_FILTER, ...TOKEN_ERRORS },
  },
  suggest: {
    method: 'GET',
    path: '/api/search/suggest',
    summary: 'What a shopper may mean who has typed so far: offers, categories, varietals, regions',
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
    summary: 'What the home page shows: picks, what is new, and how many offers each category has',
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
    summary: 'What people compare an offer with, and the pages it stands on',
    reference: '[SITE-2]',
    input: z.object({ offerId: z.string().max(100) }),
    output: z.object({
      offers: z.array(catalogueHit),
      landings: z.array(z.object({ attribute, value: z.string() })).describe('Its country, regions and varietals that have pages'),
    }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  named: {
    method: 'GET',
    path: '/api/search/named',
    summary: 'Offers by their ids, in that order, those left out that the shopper may not see',
    reference: '[CONT-1]',
    input: z.object({ ids: z.string().max(7_000).describe('Offer ids, by commas') }),
    output: z.object({ offers: z.array(catalogueHit) }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  landing: {
    method: 'GET',
    path: '/api/search/landing',
    summary: 'The country, region or varietal that has a page at an address',
    reference: '[SRCH-52]',
    input: z.object({ kind, attribute, slug: z.string().max(100) }),
    output: z.object({ value: z.string(), count: z.number().int() }),
    mutates: false,
    errors: { landing_not_found: SEARCH_ERRORS.landing_not_found, ...TOKEN_ERRORS },
  },
  preSearch: {
    method: 'GET',
    path: '/api/pre-search-algolia',
    summary: 'How many offers a keyword finds',
    reference: '[SRCH-26, SRCH-27, API-70]',
    input: z.object({
      index: z.string().max(100),
      keyword: z.string().max(512).default(''),
      kind: kind.optional().describe('Only offers of one shop; both where it is left out'),
    }),
    output: z.object({ count: z.number().int() }),
    mutates: false,
    errors: { index_not_found: SEARCH_ERRORS.index_not_found, ...TOKEN_ERRORS },
  },
  key: {
    method: 'GET',
    path: '/api/search-key',
    summary: 'A key for the search service that holds for fifteen minutes and sees what the shopper may see',
    reference: '[SRCH-40, API-71]',
    input: z.object({}),
    output: z.object({ data: z.object({ key: z.string(), validUntil: z.number().int().describe('Unix seconds') }) }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
});
