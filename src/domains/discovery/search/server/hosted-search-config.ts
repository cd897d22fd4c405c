/** Configuration of the hosted search for browsers. */

import { GUEST } from '#domains/catalogue/model/audience.ts';
import { parseBeforeChoice } from '#domains/outbound/analytics/model/consent.ts';
import type { Config } from '#lib/server/config.ts';
import type { Market } from '#markets/market.ts';
import type { HostedSearchConfig } from '../model/hosted-search.ts';
import { memberKey, type SearchKeys, securedKey } from './search-keys.ts';

type HostedConfig = Pick<Config, 'HOSTED_SEARCH_URL' | 'HOSTED_SEARCH_APP_ID' | 'HOSTED_SEARCH_PARENT_KEY'>;

/** Origin of the hosted search for browsers; null if they use the shop's own. */
export function hostedSearchOrigin({ HOSTED_SEARCH_URL, HOSTED_SEARCH_APP_ID, HOSTED_SEARCH_PARENT_KEY }: HostedConfig): string | null {
  if (!HOSTED_SEARCH_APP_ID || !HOSTED_SEARCH_PARENT_KEY) return null;
  return HOSTED_SEARCH_URL ?? `https://${HOSTED_SEARCH_APP_ID.toLowerCase()}-dsn.algolia.net`;
}

/** Origin of the hosted insights service, which differs from that of searches. */
const INSIGHTS = 'https://insights.algolia.io';

/** Origin for insights; null if it is the shop itself. */
export function insightsOrigin(config: HostedConfig): string | null {
  return hostedSearchOrigin(config) === null ? null : (config.HOSTED_SEARCH_URL ?? INSIGHTS);
}

/** Returns the settings of a market's pages. The key is that of guests, because pages are identical for everyone. */
export function hostedSearchConfig(
  config: HostedConfig & Pick<Config, 'ANALYTICS_BEFORE_CHOICE'>,
  market: Market,
): HostedSearchConfig | null {
  const url = hostedSearchOrigin(config);
  const { HOSTED_SEARCH_APP_ID: applicationId, HOSTED_SEARCH_PARENT_KEY: parent } = config;
  if (url === null || !applicationId || !parent) return null;
  const sendsBeforeChoice = parseBeforeChoice(config.ANALYTICS_BEFORE_CHOICE)[market];
  return { url, applicationId, guestKey: securedKey(parent, market, GUEST, null), sendsBeforeChoice };
}

/** Creates the keys of customers: of the hosted search while browsers use one, otherwise of the shop's own. */
export const customerKeys = (config: HostedConfig, own: SearchKeys): Pick<SearchKeys, 'make'> => ({
  make(market, shopper) {
    const { HOSTED_SEARCH_PARENT_KEY: parent } = config;
    return hostedSearchOrigin(config) === null || !parent ? own.make(market, shopper) : memberKey(parent, market, shopper, Date.now());
  },
});

const TEST_TIMEOUT_MS = 8_000;

/** Tries a key. @throws Error if the service does not accept it */
async function testKey(url: string, applicationId: string, key: string, path: string): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-algolia-application-id': applicationId, 'x-algolia-api-key': key },
    signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the search service answered ${response.status}`);
}

export interface HostedSearchKeys {
  readonly appId: string;
  readonly searchKey: string | null;
  readonly adminKey: string | null;
}

/** Tries the keys that are set. @throws Error if the service does not accept one */
export async function testHostedSearch(
  { HOSTED_SEARCH_URL }: Pick<HostedConfig, 'HOSTED_SEARCH_URL'>,
  { appId, searchKey, adminKey }: HostedSearchKeys,
): Promise<void> {
  const url = HOSTED_SEARCH_URL ?? `https://${appId.toLowerCase()}-dsn.algolia.net`;
  if (searchKey !== null) await testKey(url, appId, searchKey, `/1/keys/${encodeURIComponent(searchKey)}`);
  if (adminKey !== null) await testKey(url, appId, adminKey, '/1/indexes?hitsPerPage=1');
}
