/** The way to an offer: home, its list, its shelf, its region. A spirit's shelf is in the spirits shop, wherever it is read. */
import { CATEGORY_WORDS } from '../../../../catalogue/category-words.ts';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { type LandingAttribute, landingUrl } from '../../../../search/landings.ts';
import { buildListUrl } from '../../../list-address.ts';
import { listPathOf, originOf, type ShopLink, type SiteData } from '../../../shop-links.ts';

/** A country, region or varietal of an offer that has a page of its own. */
export interface OfferLanding {
  readonly attribute: LandingAttribute;
  readonly value: string;
}

/** Crumbs as paths on this site, or addresses where the shelf stands on another. */
export function offerBreadcrumbs(
  facts: SiteData,
  offer: Pick<OfferDetail, 'isSpirit' | 'category'>,
  landings: readonly OfferLanding[] = [],
): ShopLink[] {
  const kind = offer.isSpirit ? 'spirits' : 'wine';
  const origin = kind === facts.site.kind ? '' : originOf(facts, kind);
  const path = listPathOf(kind);
  const place = landings.find(({ attribute }) => attribute === 'regions') ?? landings.find(({ attribute }) => attribute === 'countries');
  return [
    { label: 'Home', to: `${origin}/` },
    { label: kind === 'wine' ? 'Wine' : 'Spirits', to: `${origin}${path}` },
    ...(offer.category === 'Gift card'
      ? []
      : [{ label: CATEGORY_WORDS[offer.category].label, to: `${origin}${buildListUrl(path, { category: offer.category })}` }]),
    ...(place ? [{ label: place.value, to: `${origin}${landingUrl(place.attribute, place.value)}` }] : []),
  ];
}
