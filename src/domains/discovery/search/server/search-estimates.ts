/** Searches the index of delivery estimates, which is a database table [SRCH-50]. */

import { ESTIMATES_INDEX } from '#domains/selling/shipping/model/delivery-estimate.ts';
import type { DeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import type { Market } from '#markets/market.ts';
import { estimateBody, requestedPostcode } from '../model/estimates-wire.ts';
import type { SearchDocument } from '../model/search-attributes.ts';
import {
  handleRequest,
  hitBudget,
  type ProtocolResponse,
  readBody,
  readRequests,
  resultsBody,
  toErrorResponse,
  type WireContext,
} from '../model/wire.ts';
import { rawParams } from '../model/wire-params.ts';

const refusing = async (respond: () => Promise<string>): Promise<ProtocolResponse> => {
  try {
    return { status: 200, json: await respond() };
  } catch (error) {
    return toErrorResponse(error);
  }
};

const searched = async (estimates: DeliveryEstimates, market: Market, request: Readonly<Record<string, unknown>>): Promise<string> => {
  const raw = rawParams(request);
  return JSON.stringify(estimateBody(raw, ESTIMATES_INDEX, await estimates.find(market, requestedPostcode(raw))));
};

/** Returns true if one of a body's searches uses this index. */
export function asksEstimates(text: string): boolean {
  try {
    return readRequests(text).some(({ indexName }) => indexName === ESTIMATES_INDEX);
  } catch {
    return false;
  }
}

/** POST to `queries` of all indexes: each search runs on the index that it names. */
export const handleMixedQueries = <D extends SearchDocument>(
  context: WireContext<D>,
  estimates: DeliveryEstimates,
  market: Market,
  text: string,
): Promise<ProtocolResponse> =>
  refusing(async () => {
    const spend = hitBudget();
    // Asynchronous as a whole: an error of one search must not leave that of another unhandled.
    const results = readRequests(text).map(async (request) =>
      request.indexName === ESTIMATES_INDEX && request.type !== 'facet'
        ? await searched(estimates, market, request)
        : handleRequest(context, request, spend),
    );
    return resultsBody(await Promise.all(results));
  });

/** Handles a search of the index of delivery estimates. */
export const handleEstimateQuery = (estimates: DeliveryEstimates, market: Market, text: string): Promise<ProtocolResponse> =>
  refusing(() => searched(estimates, market, readBody(text)));

/** Returns a record by its `objectID`, the postcode. */
export async function handleEstimate(estimates: DeliveryEstimates, market: Market, postcode: string): Promise<ProtocolResponse> {
  const found = await estimates.find(market, postcode);
  return found
    ? { status: 200, json: JSON.stringify(found) }
    : { status: 404, json: JSON.stringify({ message: 'ObjectID does not exist', status: 404 }) };
}
