/** The sites that one running shop serves [SITE-8]. The `Host` header selects one; the variable SITES replaces the table. */
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

const site = (host: string, market: Market, kind: Site['kind']): Site => ({
  id: `${market.toLowerCase()}-${kind}`,
  market,
  kind,
  listPath: kind === 'wine' ? '/wines' : '/spirits',
  host,
});

// Defaults of the host table [SITE-9, SITE-10, SITE-11, SITE-12, SITE-13]. The annotations let the bundler drop it from browser code.
export const DEFAULT_SITES: readonly [Site, ...Site[]] = [
  /* @__PURE__ */ site('localhost', 'AU', 'wine'),
  /* @__PURE__ */ site('sg.localhost', 'SG', 'wine'),
  /* @__PURE__ */ site('spirits.localhost', 'AU', 'spirits'),
  /* @__PURE__ */ site('spirits.sg.localhost', 'SG', 'spirits'),
];

/**
 * Parses the variable SITES: `shop.example=AU wine, sg.shop.example=SG wine`.
 * @returns the table, or an error message
 */
export function parseSites(value: string): readonly [Site, ...Site[]] | string {
  const sites: Site[] = [];
  for (const entry of value.split(',')) {
    const match = /^\s*([a-z0-9.-]+)\s*=\s*([a-z]{2})\s+(wine|spirits)\s*$/i.exec(entry);
    const [, host, code = '', kind] = match ?? [];
    const market = MARKETS.find((each) => each === code.toUpperCase());
    if (!host || !market || !kind) return `SITES: '${entry.trim()}' should look like host=AU wine.`;
    const made = site(host.toLowerCase(), market, kind.toLowerCase() === 'wine' ? 'wine' : 'spirits');
    if (siteOfHost(sites, made.host)) return `SITES: '${made.host}' is listed twice.`;
    sites.push(made);
  }
  const [first, ...rest] = sites;
  return first ? [first, ...rest] : 'SITES names no host.';
}

/** Returns the site of a `Host` header, ignoring port and case. @returns null if the table does not list it */
export function siteOfHost(sites: readonly Site[], hostHeader: string): Site | null {
  const host = hostHeader.replace(/:\d*$/, '').toLowerCase();
  return sites.find((candidate) => candidate.host === host) ?? null;
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
