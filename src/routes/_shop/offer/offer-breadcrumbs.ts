/** Breadcrumbs of an offer: home, list, category, region. The category of a spirit is always in the spirits shop. */

import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { categoryLabel } from '#domains/catalogue/model/category-display.ts';
import { type LandingAttribute, landingUrl } from '#domains/discovery/search/model/landings.ts';
import { listPathOf, originOf, type ShopLink, type SiteData } from '#routes/links.ts';
import { buildListUrl } from '#routes/list-url.ts';
import { offerMessages } from './messages.ts';

/** A country, region or varietal of an offer that has its own page. */
export interface OfferLanding {
  readonly attribute: LandingAttribute;
  readonly value: string;
}

/** Returns breadcrumbs as paths, or as URLs if the category is on another site. */
export function offerBreadcrumbs(
  siteData: SiteData,
  offer: Pick<OfferDetail, 'isSpirit' | 'category'>,
  landings: readonly OfferLanding[] = [],
): ShopLink[] {
  const kind = offer.isSpirit ? 'spirits' : 'wine';
  const origin = kind === siteData.site.kind ? '' : originOf(siteData, kind);
  const path = listPathOf(kind);
  const region = landings.find(({ attribute }) => attribute === 'regions') ?? landings.find(({ attribute }) => attribute === 'countries');
  return [
    { label: offerMessages.home, to: `${origin}/` },
    { label: offerMessages.kinds[kind], to: `${origin}${path}` },
    ...(offer.category === 'Gift card'
      ? []
      : [
          {
            label: categoryLabel(offer.category, siteData.layout.categories),
            to: `${origin}${buildListUrl(path, { category: offer.category })}`,
          },
        ]),
    ...(region ? [{ label: region.value, to: `${origin}${landingUrl(region.attribute, region.value)}` }] : []),
  ];
}
