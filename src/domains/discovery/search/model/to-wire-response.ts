/** Writes the body of a search response [SRCH-34]. All counts are exact, so every `exhaustive` is true. */

import type { FacetCount, SearchResponse } from '#packages/search-engine/index.ts';
import type { SearchDocument } from './search-attributes.ts';
import type { WireParams } from './wire-params.ts';
import { encodeParams } from './wire-values.ts';

interface SearchOutcome {
  readonly response: SearchResponse<SearchDocument>;
  /** JSON of each hit. */
  readonly hits: readonly string[];
  readonly params: WireParams;
  readonly queryID: string | null;
  readonly indexName: string;
  readonly milliseconds: number;
}

const EXHAUSTIVE = {
  exhaustive: { facetsCount: true, facetValues: true, nbHits: true, rulesMatch: true, typo: true },
  exhaustiveFacetsCount: true,
  exhaustiveNbHits: true,
  exhaustiveTypo: true,
};

const paging = ({ page, nbPages, hitsPerPage }: SearchOutcome['response'], window: WireParams['window']) =>
  window === null ? { page, nbPages, hitsPerPage } : { offset: window.offset, length: window.length };

const countsByValue = (counts: readonly FacetCount[]): Record<string, number> => {
  const byValue: Record<string, number> = {};
  for (const { value, count } of counts) byValue[value] = count;
  return byValue;
};

const facetFields = ({ facets, facetsStats }: SearchOutcome['response']) => ({
  ...(facets.size === 0 ? {} : { facets: Object.fromEntries(Array.from(facets, ([name, counts]) => [name, countsByValue(counts)])) }),
  ...(facetsStats.size === 0 ? {} : { facets_stats: Object.fromEntries(facetsStats) }),
});

/** Writes the body as JSON, or only its `responseFields` if the request names any. */
export const searchBody = ({ response, hits, params, queryID, indexName, milliseconds }: SearchOutcome): string => {
  const { responseFields } = params;
  const isReturned = (name: string) => responseFields.includes('*') || responseFields.includes(name);
  const body = {
    nbHits: response.nbHits,
    ...paging(response, params.window),
    ...facetFields(response),
    ...EXHAUSTIVE,
    query: params.query,
    params: encodeParams(params.raw),
    index: indexName,
    ...(queryID === null ? {} : { queryID }),
    processingTimeMS: Math.max(1, Math.round(milliseconds)),
    renderingContent: {},
  };
  const fields = Object.entries(body).filter(([name]) => isReturned(name));
  const written = fields.map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return `{${[...(isReturned('hits') ? [`"hits":[${hits.join()}]`] : []), ...written].join()}}`;
};
