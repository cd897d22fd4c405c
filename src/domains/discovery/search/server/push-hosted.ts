/** Pushes the catalogue to the hosted search: fills a temporary index and then replaces the one in use. */

import type { CatalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { type DeliveryEstimate, ESTIMATES_INDEX } from '#domains/selling/shipping/model/delivery-estimate.ts';
import { MARKETS, type Market, perMarket } from '#markets/market.ts';
import { ESTIMATE_SETTINGS, hostedRecord, hostedSettings, hostedSynonyms } from '../model/hosted-settings.ts';
import { indexName } from '../model/index-names.ts';
import { SORTS } from '../model/search-attributes.ts';
import type { SearchHit } from '../model/search-document.ts';
import { documentsOf } from './read-catalogue.ts';
import { isOnSaleAt } from './sale-times.ts';

export interface HostedSearch {
  readonly url: string;
  readonly applicationId: string;
  readonly adminKey: string;
}

const BATCH = 1_000;

/** Sends a request. @throws Error with the service's own message if it rejects the request */
async function send(hosted: HostedSearch, method: 'POST' | 'PUT', path: string, body: unknown): Promise<void> {
  const response = await fetch(`${hosted.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-algolia-application-id': hosted.applicationId,
      'x-algolia-api-key': hosted.adminKey,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return;
  const reply = (await response.json().catch(() => null)) as { message?: unknown } | null;
  throw new Error(`The search service refused ${method} ${path}: ${response.status} ${String(reply?.message ?? '')}`.trim());
}

/** Fills a temporary index and replaces the index of this name with it. */
async function pushIndex(hosted: HostedSearch, name: string, settings: object, records: readonly object[]): Promise<void> {
  const aside = `${name}_tmp`;
  await send(hosted, 'PUT', `/1/indexes/${aside}/settings`, settings);
  await send(hosted, 'POST', `/1/indexes/${aside}/clear`, {});
  for (let from = 0; from < records.length; from += BATCH) {
    const requests = records.slice(from, from + BATCH).map((body) => ({ action: 'updateObject', body }));
    await send(hosted, 'POST', `/1/indexes/${aside}/batch`, { requests });
  }
  await send(hosted, 'POST', `/1/indexes/${aside}/operation`, { operation: 'move', destination: name });
}

async function pushMarket(hosted: HostedSearch, market: Market, documents: readonly SearchHit[]): Promise<void> {
  const name = indexName(market);
  const { replicas: _, ...settings } = { replicas: [], ...hostedSettings(market, 'default') };
  await pushIndex(hosted, name, settings, documents.map(hostedRecord));
  for (const sort of SORTS) await send(hosted, 'PUT', `/1/indexes/${indexName(market, sort)}/settings`, hostedSettings(market, sort));
  await send(hosted, 'POST', `/1/indexes/${name}/synonyms/batch?replaceExistingSynonyms=true&forwardToReplicas=true`, hostedSynonyms());
}

/** Pushes every offer on sale, with settings and synonyms. @returns the number of records by market */
export async function pushHosted(hosted: HostedSearch, feed: CatalogueFeed, now = Date.now()): Promise<Record<Market, number>> {
  const documents = perMarket((): SearchHit[] => []);
  await feed.all((offers) => {
    for (const offer of offers) {
      if (!isOnSaleAt(offer, now)) continue;
      for (const [market, document] of documentsOf(offer)) documents[market].push(document);
    }
  });
  for (const market of MARKETS) await pushMarket(hosted, market, documents[market]);
  return perMarket((market) => documents[market].length);
}

/** Pushes delivery estimates for every postcode into a separate index. */
export const pushEstimates = (hosted: HostedSearch, estimates: readonly DeliveryEstimate[]): Promise<void> =>
  pushIndex(hosted, ESTIMATES_INDEX, ESTIMATE_SETTINGS, estimates);
