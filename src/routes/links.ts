/** Links of the layout: lists of this site, the other shops and the other market. */
import { getMarketConfig } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { layoutMessages } from './messages.ts';
import type { LayoutData, SiteLink } from './page-context.ts';

/** Site data of every page. */
export interface SiteData {
  readonly site: Pick<Site, 'id' | 'market' | 'kind' | 'listPath'>;
  readonly origin: string;
  readonly layout: LayoutData;
}

export interface ShopLink {
  readonly label: string;
  readonly to: string;
}

/** Returns the path of the list of a kind [SITE-15]. */
export const listPathOf = (kind: Site['kind']): '/wines' | '/spirits' => (kind === 'wine' ? '/wines' : '/spirits');

/** Returns the shop of the other kind in the same market. @returns null if none is configured */
export const otherShop = ({ site, layout }: SiteData): SiteLink | null =>
  layout.sites.find(({ market, kind }) => market === site.market && kind !== site.kind) ?? null;

/** Returns the canonical origin of an offer or list of a kind in this market. */
export const originOf = ({ site, origin, layout }: SiteData, kind: Site['kind']): string =>
  kind === site.kind ? origin : (layout.sites.find((other) => other.market === site.market && other.kind === kind)?.origin ?? origin);

/** Returns the same shop in each market, at the same path if every market has it, else at its list. */
export function marketLinks({ site, layout }: SiteData, pathname: string): (ShopLink & { readonly current: boolean })[] {
  const path = layout.sharedPaths.includes(pathname) ? pathname : site.listPath;
  return layout.sites
    .filter(({ kind }) => kind === site.kind)
    .map(({ id, market, origin }) => ({ label: `${market} $`, to: id === site.id ? path : `${origin}${path}`, current: id === site.id }));
}

/** Returns every other shop by name: `Spirits, Singapore`. */
export const otherShops = ({ site, layout }: SiteData): ShopLink[] =>
  layout.sites
    .filter(({ id }) => id !== site.id)
    .map(({ market, kind, origin }) => ({
      label: layoutMessages.shopIn[kind](getMarketConfig(market).country),
      to: `${origin}/`,
    }));

/** Returns `tel:1800555010` for a phone number as it is written. */
export const telUrl = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
