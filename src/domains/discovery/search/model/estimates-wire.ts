/** The index of delivery estimates in the hosted search protocol: one record per postcode, found by `objectID` only [SRCH-50]. */
import type { DeliveryEstimate } from '#domains/selling/shipping/model/delivery-estimate.ts';
import { readParams } from './wire-params.ts';
import { encodeParams, type RawParams } from './wire-values.ts';

/** Returns the postcode of a search: a condition on `objectID`, or the query. @throws SearchError (400) for malformed conditions */
export function requestedPostcode(raw: RawParams): string {
  const { query, engine } = readParams(raw);
  for (const [condition, ...others] of engine.filter ?? []) {
    if (condition?.attribute !== 'objectID' || others.length > 0 || condition.negated) continue;
    return condition.kind === 'value' ? condition.value : '';
  }
  return query.trim();
}

/** Creates the response body for a record, or an empty result for null. */
export function estimateBody(raw: RawParams, indexName: string, found: DeliveryEstimate | null): Record<string, unknown> {
  return {
    hits: found ? [found] : [],
    nbHits: found ? 1 : 0,
    page: 0,
    nbPages: found ? 1 : 0,
    hitsPerPage: 1,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    query: readParams(raw).query,
    params: encodeParams(raw),
    index: indexName,
    processingTimeMS: 1,
  };
}
