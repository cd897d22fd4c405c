/** Parses a request of the hosted search protocol, in the form of either client. */

import { DEFAULTS, FACET_HITS, type Filter, type SearchRequest, type TypoTolerance } from '#packages/search-engine/index.ts';
import { parseFacetFilters, parseNumericFilters, parseTagFilters } from './array-filters.ts';
import { parseFilters } from './filters-grammar.ts';
import { FACET_ATTRIBUTES, TEXT_FIELDS } from './search-attributes.ts';
import { SearchError } from './search-error.ts';
import { booleanValue, decodeParams, integerValue, namesValue, type RawParams, textValue } from './wire-values.ts';

/** Limits of requests [SRCH-43]. */
export const LIMITS = { hitsPerPage: 1000, maxValuesPerFacet: 1000, page: 1_000_000, requests: 50, hitsPerCall: 10_000 } as const;

export interface WireParams {
  readonly raw: RawParams;
  readonly query: string;
  /** The engine's request without audience and order, which the caller's key and the index name decide. */
  readonly engine: Omit<SearchRequest, 'eligibility' | 'sort'>;
  /** Set if `offset` and `length` replace a page. */
  readonly window: { readonly offset: number; readonly length: number } | null;
  readonly attributesToRetrieve: readonly string[];
  readonly attributesToHighlight: readonly string[];
  readonly tags: { readonly preTag: string; readonly postTag: string };
  readonly clickAnalytics: boolean;
  readonly responseFields: readonly string[];
}

/** Returns the parameters of a request object, encoded in `params` or flat. */
export const rawParams = (request: Readonly<Record<string, unknown>>): RawParams => {
  const { params, indexName: _index, type: _type, facet: _facet, ...flat } = request;
  if (params !== undefined && typeof params !== 'string') throw new SearchError(400, 'Invalid value for "params", expected a string');
  return new Map<string, unknown>([...decodeParams(params ?? ''), ...Object.entries(flat)]);
};

const filterOf = (raw: RawParams): Filter => [
  ...parseFilters(textValue(raw, 'filters') ?? ''),
  ...parseFacetFilters(raw.get('facetFilters')),
  ...parseNumericFilters(raw.get('numericFilters')),
  ...parseTagFilters(raw.get('tagFilters')),
];

const TYPO_TOLERANCES: ReadonlyMap<string, TypoTolerance> = new Map<string, TypoTolerance>([
  ['true', true],
  ['false', false],
  ['min', 'min'],
  ['strict', 'strict'],
]);

const typoTolerance = (raw: RawParams): Pick<SearchRequest, 'typoTolerance'> => {
  const value = textValue(raw, 'typoTolerance');
  if (value === undefined) return {};
  const tolerance = TYPO_TOLERANCES.get(value);
  if (tolerance === undefined)
    throw new SearchError(400, 'Invalid value for "typoTolerance" parameter, expected true, false, min or strict');
  return { typoTolerance: tolerance };
};

const PREFIXES: ReadonlyMap<string, 'last' | 'all' | 'none'> = new Map([
  ['prefixLast', 'last'],
  ['prefixAll', 'all'],
  ['prefixNone', 'none'],
]);

const FIELD_OF: ReadonlyMap<string, string> = new Map([
  ...TEXT_FIELDS.map(({ name }) => [name, name] as const),
  ['varietals', 'varietal'],
  ['regions', 'region'],
  ['categories', 'category'],
  ['countries', 'country'],
  ['offerStyle', 'tags'],
  ['offerVariant', 'tags'],
  ['sku', 'tags'],
]);

const restrictedFields = (raw: RawParams): Pick<SearchRequest, 'fields'> => {
  const names = namesValue(raw, 'restrictSearchableAttributes');
  return names === undefined || names.length === 0 ? {} : { fields: names.map((name) => FIELD_OF.get(name) ?? '') };
};

const facetsOf = (raw: RawParams): readonly string[] => {
  const names = namesValue(raw, 'facets') ?? [];
  return names.includes('*') ? Object.keys(FACET_ATTRIBUTES) : names;
};

const windowOf = (raw: RawParams): WireParams['window'] => {
  const offset = integerValue(raw, 'offset', 0, DEFAULTS.paginationLimitedTo);
  const length = integerValue(raw, 'length', 0, LIMITS.hitsPerPage);
  return length === undefined && offset === undefined ? null : { offset: offset ?? 0, length: length ?? DEFAULTS.hitsPerPage };
};

/** Makes the request of parameters. Ignores unknown ones. @throws SearchError (400) for invalid values */
export const readParams = (raw: RawParams): WireParams => {
  const query = textValue(raw, 'query') ?? '';
  const window = windowOf(raw);
  return {
    raw,
    query,
    engine: {
      query,
      filter: filterOf(raw),
      facets: facetsOf(raw),
      maxValuesPerFacet: integerValue(raw, 'maxValuesPerFacet', 1, LIMITS.maxValuesPerFacet) ?? DEFAULTS.maxValuesPerFacet,
      page: window === null ? (integerValue(raw, 'page', 0, LIMITS.page) ?? 0) : 0,
      hitsPerPage:
        window === null ? (integerValue(raw, 'hitsPerPage', 0, LIMITS.hitsPerPage) ?? DEFAULTS.hitsPerPage) : window.offset + window.length,
      prefix: PREFIXES.get(textValue(raw, 'queryType') ?? '') ?? 'last',
      anyWordIfNothing: textValue(raw, 'removeWordsIfNoResults') === 'allOptional',
      ...typoTolerance(raw),
      ...restrictedFields(raw),
    },
    window,
    attributesToRetrieve: namesValue(raw, 'attributesToRetrieve') ?? ['*'],
    attributesToHighlight: namesValue(raw, 'attributesToHighlight') ?? ['*'],
    tags: { preTag: textValue(raw, 'highlightPreTag') ?? '<em>', postTag: textValue(raw, 'highlightPostTag') ?? '</em>' },
    clickAnalytics: booleanValue(raw, 'clickAnalytics') ?? false,
    responseFields: namesValue(raw, 'responseFields') ?? ['*'],
  };
};

export interface FacetParams {
  readonly facetQuery: string;
  readonly maxFacetHits: number;
  readonly params: WireParams;
}

/** Parses the parameters of a facet-value search [SRCH-44]. */
export const readFacetParams = (raw: RawParams): FacetParams => ({
  facetQuery: textValue(raw, 'facetQuery') ?? '',
  maxFacetHits: integerValue(raw, 'maxFacetHits', FACET_HITS.least, FACET_HITS.most) ?? FACET_HITS.default,
  params: readParams(raw),
});
