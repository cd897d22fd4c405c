/** Settings of a market that appear in emails and documents. */
import { type Market, marketSettings } from '#markets/market.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { Config } from './config.ts';

/** A seller as shown on tax invoices. */
interface ConfiguredSeller {
  readonly name: string;
  /** Empty if the market has no tax number. */
  readonly taxId: string;
}

/** Returns the configured seller of a market. */
export function sellerOf(config: Config, market: Market): ConfiguredSeller {
  const taxId = config[`TAX_ID_${market}`];
  return { name: config[`SELLER_NAME_${market}`], taxId: taxId === 'none' ? '' : taxId };
}

/** Returns the lines that identify the sender of marketing in a market. */
export function senderLines(config: Config, market: Market): string[] {
  const { name, taxId } = sellerOf(config, market);
  const phone = config[`SUPPORT_PHONE_${market}`];
  return [
    taxId === '' ? name : `${name}, ${marketSettings(market).sellerIdName} ${taxId}`,
    config[`POSTAL_ADDRESS_${market}`],
    ...(phone === '' ? [] : [`Phone ${phone}`]),
  ];
}

/** Returns the market of the site with an origin; of a host that is no longer served, that of the first site. */
export function marketOfOrigin({ sites, PUBLIC_URL }: Pick<Config, 'sites' | 'PUBLIC_URL'>, origin: string): Market {
  const site = sites.find(({ host }) => siteOrigin(host, PUBLIC_URL, origin) === origin) ?? sites[0];
  return site.market;
}

/** Returns the origin that links in emails lead to: that of the market's first site. */
export function marketOrigin(config: Config, market: Market): string {
  const site = config.sites.find((candidate) => candidate.market === market) ?? config.sites[0];
  return siteOrigin(site.host, config.PUBLIC_URL);
}
