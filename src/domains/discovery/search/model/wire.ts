/**
 * The hosted search's REST protocol over the search engine [SRCH-34] [SRCH-35]. Pure: a binding passes index names, the text of the body
 * and what the caller's key allows, and sends the result. Bodies are JSON whatever their content type.
 */

import { type SearchIndex, searchFacetValues } from '#packages/search-engine/index.ts';
import type { SearchDocument, Sort } from './search-attributes.ts';
import type { SearchAudience } from './search-audience.ts';
import { SearchError } from './search-error.ts';
import { searchBody } from './to-wire-response.ts';
import { hitWriter, retrieved } from './wire-hits.ts';
import { LIMITS, rawParams, readFacetParams, readParams } from './wire-params.ts';

/** The index that a name selects for a caller. */
export interface WireIndex<D extends SearchDocument> {
  readonly index: SearchIndex<D>;
  readonly sort: Sort;
  /** From the caller's key. Parameters cannot change it. */
  readonly audience: SearchAudience;
}

export interface WireContext<D extends SearchDocument> {
  /** Returns null for an unknown index. */
  readonly resolve: (indexName: string) => WireIndex<D> | null;
  /** Milliseconds. */
  readonly clock: () => number;
  /** 32 hexadecimal digits. */
  readonly newQueryID: () => string;
}

export interface ProtocolResponse {
  readonly status: 200 | 400 | 404;
  /** JSON of the body. */
  readonly json: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the object of a body. @throws SearchError (400) for anything else */
export const readBody = (text: string): Fields => {
  let body: unknown;
  try {
    body = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw new SearchError(400, 'Invalid JSON');
  }
  return isObject(body) ? body : refuse(400, 'Expecting a JSON object');
};

const refuse = (status: 400 | 404, message: string): never => {
  throw new SearchError(status, message);
};

/** Converts a SearchError to a response and rethrows other errors. */
export const toErrorResponse = (error: unknown): ProtocolResponse => {
  if (!(error instanceof SearchError)) throw error;
  return { status: error.status, json: JSON.stringify({ message: error.message, status: error.status }) };
};

const toResponse = (respond: () => string): ProtocolResponse => {
  try {
    return { status: 200, json: respond() };
  } catch (error) {
    return toErrorResponse(error);
  }
};

const resolveIndex = <D extends SearchDocument>(context: WireContext<D>, name: unknown): WireIndex<D> =>
  (typeof name === 'string' ? context.resolve(name) : null) ?? refuse(404, `Index ${String(name)} does not exist`);

/** Counts the hits of one call over all its searches. @throws SearchError (400) above the limit */
export type HitBudget = (hits: number) => void;
export const hitBudget = (): HitBudget => {
  let remaining: number = LIMITS.hitsPerCall;
  return (hits) => {
    remaining -= hits;
    if (remaining < 0)
      refuse(
        400,
        `Too many hits, a call returns at most ${LIMITS.hitsPerCall} in total: ask for fewer with "hitsPerPage", or in several calls`,
      );
  };
};

const runSearch = <D extends SearchDocument>(context: WireContext<D>, name: unknown, request: Fields, spend: HitBudget): string => {
  const started = context.clock();
  const { index, sort, audience } = resolveIndex(context, name);
  const params = readParams(rawParams(request));
  const response = index.search({ ...params.engine, sort, eligibility: audience });
  const queryID = params.clickAnalytics ? context.newQueryID() : null;
  const listed = response.hits.slice(params.window?.offset ?? 0);
  spend(listed.length);
  const hits = listed.map(hitWriter(response, params, queryID));
  return searchBody({ response: response, hits, params, queryID, indexName: String(name), milliseconds: context.clock() - started });
};

const runFacetSearch = <D extends SearchDocument>(context: WireContext<D>, name: unknown, facet: unknown, request: Fields): string => {
  const started = context.clock();
  const { index, audience } = resolveIndex(context, name);
  const { facetQuery, maxFacetHits, params } = readFacetParams(rawParams(request));
  const attribute = String(facet);
  const facetHits =
    searchFacetValues(index, {
      attribute,
      facetQuery,
      maxFacetHits,
      within: { ...params.engine, eligibility: audience },
      tags: params.tags,
    }) ??
    refuse(400, `Cannot search in \`${attribute}\` attribute, you need to add \`searchable(${attribute})\` to attributesForFaceting.`);
  return JSON.stringify({ facetHits, exhaustiveFacetsCount: true, processingTimeMS: Math.round(context.clock() - started) });
};

/** Parses the searches of a body. @throws SearchError (400) if there is no list */
export const readRequests = (text: string): readonly Fields[] => {
  const { requests } = readBody(text);
  if (!Array.isArray(requests)) return refuse(400, 'Expecting "requests", a list');
  if (requests.length > LIMITS.requests) return refuse(400, `Too many requests, at most ${LIMITS.requests} are allowed`);
  return requests.map((request: unknown) => (isObject(request) ? request : refuse(400, 'Expecting requests to be objects')));
};

/** Runs one of several searches: for hits, or for facet values. Returns JSON. @throws SearchError (400, 404) */
export const handleRequest = <D extends SearchDocument>(context: WireContext<D>, request: Fields, spend: HitBudget): string =>
  request.type === 'facet'
    ? runFacetSearch(context, request.indexName, request.facet, request)
    : runSearch(context, request.indexName, request, spend);

/** Writes the body of several searches from the JSON of each. */
export const resultsBody = (results: readonly string[]): string => `{"results":[${results.join()}]}`;

/** POST to `queries` of all indexes: several searches in one call. */
export const handleQueries = <D extends SearchDocument>(context: WireContext<D>, text: string): ProtocolResponse =>
  toResponse(() => {
    const spend = hitBudget();
    return resultsBody(readRequests(text).map((request) => handleRequest(context, request, spend)));
  });

/** POST /1/indexes/{index}/query. */
export const handleQuery = <D extends SearchDocument>(context: WireContext<D>, indexName: string, text: string): ProtocolResponse =>
  toResponse(() => runSearch(context, indexName, readBody(text), hitBudget()));

/** POST /1/indexes/{index}/facets/{facet}/query. */
export const handleFacetQuery = <D extends SearchDocument>(
  context: WireContext<D>,
  indexName: string,
  facet: string,
  text: string,
): ProtocolResponse => toResponse(() => runFacetSearch(context, indexName, facet, readBody(text)));

/** GET /1/indexes/{index}/{objectID}, `attributesToRetrieve` as in its query. */
export const handleObject = <D extends SearchDocument>(
  context: WireContext<D>,
  indexName: string,
  objectID: string,
  attributesToRetrieve = '*',
): ProtocolResponse =>
  toResponse(() => {
    const { index, audience } = resolveIndex(context, indexName);
    const document = index.get(objectID, audience) ?? refuse(404, 'ObjectID does not exist');
    return JSON.stringify(retrieved(document, attributesToRetrieve.split(',')));
  });
