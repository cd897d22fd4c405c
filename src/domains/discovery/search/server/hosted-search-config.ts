/** Where browsers find the hosted search, as the configuration says. */

import { GUEST } from '#domains/catalogue/model/audience.ts';
import { parseBeforeChoice } from '#domains/outbound/analytics/model/consent.ts';
import type { Config } from '#lib/server/config.ts';
import type { Market } from '#markets/market.ts';
import type { HostedSearchConfig } from '../model/hosted-search.ts';
import { memberKey, type SearchKeys, securedKey } from './search-keys.ts';

type HostedConfig = Pick<Config, 'HOSTED_SEARCH_URL' | 'HOSTED_SEARCH_APP_ID' | 'HOSTED_SEARCH_PARENT_KEY'>;

/** Origin of the hosted search that browsers talk to; null where they use the shop's own. */
export function hostedSearchOrigin({ HOSTED_SEARCH_URL, HOSTED_SEARCH_APP_ID, HOSTED_SEARCH_PARENT_KEY }: HostedConfig): string | null {
  if (!HOSTED_SEARCH_APP_ID || !HOSTED_SEARCH_PARENT_KEY) return null;
  return HOSTED_SEARCH_URL ?? `https://${HOSTED_SEARCH_APP_ID.toLowerCase()}-dsn.algolia.net`;
}

/** Where the hosted service takes what it is told of its hits: not where it is asked. */
const INSIGHTS = 'https://insights.algolia.io';

/** Origin that browsers tell of hits; null where that is the shop itself. */
export function insightsOrigin(config: HostedConfig): string | null {
  return hostedSearchOrigin(config) === null ? null : (config.HOSTED_SEARCH_URL ?? INSIGHTS);
}

/** What a page of a market tells the browser: the key sees what a guest sees, and stands in pages that are the same for everyone. */
export function hostedSearchFacts(
  config: HostedConfig & Pick<Config, 'ANALYTICS_BEFORE_CHOICE'>,
  market: Market,
): HostedSearchConfig | null {
  const url = hostedSearchOrigin(config);
  const { HOSTED_SEARCH_APP_ID: applicationId, HOSTED_SEARCH_PARENT_KEY: parent } = config;
  if (url === null || !applicationId || !parent) return null;
  const sendsBeforeChoice = parseBeforeChoice(config.ANALYTICS_BEFORE_CHOICE)[market];
  return { url, applicationId, guestKey: securedKey(parent, market, GUEST, null), sendsBeforeChoice };
}

/** Who makes customers' keys: the hosted search's where browsers use one, else the shop's own. */
export function customerKeys(config: HostedConfig, own: SearchKeys): Pick<SearchKeys, 'make'> {
  const { HOSTED_SEARCH_PARENT_KEY: parent } = config;
  if (hostedSearchOrigin(config) === null || !parent) return own;
  return { make: (market, shopper) => memberKey(parent, market, shopper, Date.now()) };
}
