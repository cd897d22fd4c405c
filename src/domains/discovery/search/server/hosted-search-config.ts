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

/** Creates the keys of customers: of the hosted search if browsers use one, otherwise of the shop's own. */
export function customerKeys(config: HostedConfig, own: SearchKeys): Pick<SearchKeys, 'make'> {
  const { HOSTED_SEARCH_PARENT_KEY: parent } = config;
  if (hostedSearchOrigin(config) === null || !parent) return own;
  return { make: (market, shopper) => memberKey(parent, market, shopper, Date.now()) };
}
