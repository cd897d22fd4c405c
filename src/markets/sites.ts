/** The sites that one running shop serves [SITE-8]. The `Host` header selects one. The office changes the table; the variable SITES fixes it. */
import { MARKETS, type Market } from './market.ts';

export interface Site {
  /** `au-wine`: names the site in caches, metrics and records. */
  readonly id: string;
  readonly market: Market;
  readonly kind: 'wine' | 'spirits';
  /** Path of the list of offers [SITE-15]. */
  readonly listPath: '/wines' | '/spirits';
  readonly host: string;
}

/** At least one site. Requests for unknown hosts get the first one. */
export type Sites = readonly [Site, ...Site[]];

/** A host that a site had before. Its addresses redirect to the host that the site has now. */
export interface FormerHost {
  readonly host: string;
  readonly site: Site;
}

/** Returns the id of the site that sells a kind in a market. */
export const siteId = (market: Market, kind: Site['kind']): string => `${market.toLowerCase()}-${kind}`;

/** Creates a site. */
export const createSite = (host: string, market: Market, kind: Site['kind']): Site => ({
  id: siteId(market, kind),
  market,
  kind,
  listPath: kind === 'wine' ? '/wines' : '/spirits',
  host,
});

// Defaults of the host table [SITE-9, SITE-10, SITE-11, SITE-12, SITE-13]. The annotations let the bundler drop it from browser code.
export const DEFAULT_SITES: Sites = [
  /* @__PURE__ */ createSite('localhost', 'AU', 'wine'),
  /* @__PURE__ */ createSite('sg.localhost', 'SG', 'wine'),
  /* @__PURE__ */ createSite('spirits.localhost', 'AU', 'spirits'),
  /* @__PURE__ */ createSite('spirits.sg.localhost', 'SG', 'spirits'),
];

/**
 * Parses the variable SITES: `shop.example=AU wine, sg.shop.example=SG wine`.
 * @returns the table, or an error message
 */
export function parseSites(value: string): Sites | string {
  const sites: Site[] = [];
  for (const entry of value.split(',')) {
    const match = /^\s*([a-z0-9.-]+)\s*=\s*([a-z]{2})\s+(wine|spirits)\s*$/i.exec(entry);
    const [, host, code = '', kind] = match ?? [];
    const market = MARKETS.find((each) => each === code.toUpperCase());
    if (!host || !market || !kind) return `SITES: '${entry.trim()}' should look like host=AU wine.`;
    const made = createSite(host.toLowerCase(), market, kind.toLowerCase() === 'wine' ? 'wine' : 'spirits');
    if (siteOfHost(sites, made.host)) return `SITES: '${made.host}' is listed twice.`;
    sites.push(made);
  }
  const [first, ...rest] = sites;
  return first ? [first, ...rest] : 'SITES names no host.';
}

const hostIn = (hostHeader: string): string => hostHeader.replace(/:\d*$/, '').toLowerCase();

/** Returns the site of a `Host` header, ignoring port and case. @returns null if the table does not list it */
export function siteOfHost(sites: readonly Site[], hostHeader: string): Site | null {
  const host = hostIn(hostHeader);
  return sites.find((candidate) => candidate.host === host) ?? null;
}

/** Returns the site that had the host of a `Host` header before. @returns null if none had it */
export function siteOfFormerHost(formerHosts: readonly FormerHost[], hostHeader: string): Site | null {
  const host = hostIn(hostHeader);
  return formerHosts.find((candidate) => candidate.host === host)?.site ?? null;
}

/** Returns the other site of the same market: wine for spirits, spirits for wine. */
export const siblingSite = (sites: readonly Site[], of: Site): Site | null =>
  sites.find((candidate) => candidate.market === of.market && candidate.kind !== of.kind) ?? null;

/** Returns the same kind of site in another market. */
export const siteInMarket = (sites: readonly Site[], of: Site, market: Market): Site | null =>
  sites.find((candidate) => candidate.market === market && candidate.kind === of.kind) ?? null;

/** Whisky theme [SITE-17]: the spirits sites, and any path with a segment that contains `whisky`. */
export const themeOf = (of: Pick<Site, 'kind'>, pathname: string): 'wine' | 'whisky' =>
  of.kind === 'spirits' ||
  pathname
    .toLowerCase()
    .split('/')
    .some((segment) => segment.includes('whisky'))
    ? 'whisky'
    : 'wine';
