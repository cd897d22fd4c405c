/** The way to an offer: home, its list, its shelf. A spirit's shelf is in the spirits shop, wherever it is read. */
import { CATEGORY_WORDS } from '../../../../catalogue/category-words.ts';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { listAddress } from '../../../list-address.ts';
import { listPathOf, originOf, type ShopLink, type SiteFacts } from '../../../shop-links.ts';

/** Crumbs as paths on this site, or addresses where the shelf stands on another. */
export function offerTrail(facts: SiteFacts, offer: Pick<OfferDetail, 'isSpirit' | 'category'>): ShopLink[] {
  const kind = offer.isSpirit ? 'spirits' : 'wine';
  const origin = kind === facts.site.kind ? '' : originOf(facts, kind);
  const path = listPathOf(kind);
  return [
    { label: 'Home', to: `${origin}/` },
    { label: kind === 'wine' ? 'Wine' : 'Spirits', to: `${origin}${path}` },
    ...(offer.category === 'Gift card'
      ? []
      : [{ label: CATEGORY_WORDS[offer.category].label, to: `${origin}${listAddress(path, { category: offer.category })}` }]),
  ];
}
