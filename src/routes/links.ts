/** Where the frame around a page leads: shelves of this site, the other shops, the other market. */
import type { Site } from '#markets/sites.ts';
import type { Frame, SiteLink } from './page-context.ts';

/** What every page knows of the site it belongs to. */
export interface SiteData {
  readonly site: Pick<Site, 'id' | 'market' | 'kind' | 'listPath'>;
  readonly origin: string;
  readonly frame: Frame;
}

export interface ShopLink {
  readonly label: string;
  readonly to: string;
}

const COUNTRIES = { AU: 'Australia', SG: 'Singapore' } as const;

/** Path of the list of a kind. */
export const listPathOf = (kind: Site['kind']): '/wines' | '/spirits' => (kind === 'wine' ? '/wines' : '/spirits');

/** The shop of the other kind in the same market; null where the configuration has none. */
export const otherShop = ({ site, frame }: SiteData): SiteLink | null =>
  frame.sites.find(({ market, kind }) => market === site.market && kind !== site.kind) ?? null;

/** The origin that an offer or list of a kind belongs to in this market: its canonical home. */
export const originOf = ({ site, origin, frame }: SiteData, kind: Site['kind']): string =>
  kind === site.kind ? origin : (frame.sites.find((other) => other.market === site.market && other.kind === kind)?.origin ?? origin);

/** Pages that stand in every market; from any other a market's list is the nearest thing. */
const EVERYWHERE: readonly string[] = ['/', '/wines', '/spirits', '/cart', '/favourites', '/preferred-wines'];

/** The same shop in each market, this one first marked: a path here, an address there. */
export function marketLinks({ site, frame }: SiteData, pathname: string): (ShopLink & { readonly current: boolean })[] {
  const path = EVERYWHERE.includes(pathname) ? pathname : site.listPath;
  return frame.sites
    .filter(({ kind }) => kind === site.kind)
    .map(({ id, market, origin }) => ({ label: `${market} $`, to: id === site.id ? path : `${origin}${path}`, current: id === site.id }));
}

/** Every other shop by name: `Spirits, Singapore`. */
export const otherShops = ({ site, frame }: SiteData): ShopLink[] =>
  frame.sites
    .filter(({ id }) => id !== site.id)
    .map(({ market, kind, origin }) => ({ label: `${kind === 'wine' ? 'Wine' : 'Spirits'}, ${COUNTRIES[market]}`, to: `${origin}/` }));

/** `tel:1800555010` of a number as it is written. */
export const telUrl = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
