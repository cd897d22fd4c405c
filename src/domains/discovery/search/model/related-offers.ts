/** Finds offers similar to an offer: in stock, of its category, nearest in varietal, region and price. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { type Filter, hasValue, isBetween, type SearchIndex } from '#packages/search-engine/index.ts';
import { cardOf } from './list-shape.ts';
import type { SearchAudience } from './search-audience.ts';
import type { SearchHit } from './search-document.ts';

const CANDIDATES = 200;

/** Returns filters from the closest relation to the loosest. */
const relationsOf = (offer: SearchHit): Filter[] => {
  const near = isBetween('bottlePrice', offer.bottlePrice * 0.6, offer.bottlePrice * 1.6);
  const any = (attribute: 'varietals' | 'regions'): Filter =>
    offer[attribute].length === 0 ? [] : [offer[attribute].map((value) => hasValue(attribute, value))];
  return [[...any('varietals'), ...any('regions'), [near]], [...any('varietals'), [near]], [...any('regions'), [near]], [[near]], []];
};

/** Returns at most `most` other offers, the nearest first, each product once. */
export function relatedOffers(index: SearchIndex<SearchHit>, audience: SearchAudience, offer: SearchHit, most: number): CatalogueHit[] {
  const found: SearchHit[] = [];
  const products = new Set([offer.id]);
  const base: Filter = [[hasValue('category', offer.category)], [hasValue('inventoryStatus', 'SOLD_OUT', true)]];
  for (const relation of relationsOf(offer)) {
    const { hits } = index.search({ eligibility: audience, filter: [...base, ...relation], hitsPerPage: CANDIDATES });
    const nearest = [...hits].sort((a, b) => Math.abs(a.bottlePrice - offer.bottlePrice) - Math.abs(b.bottlePrice - offer.bottlePrice));
    for (const hit of nearest) {
      if (products.has(hit.id)) continue;
      products.add(hit.id);
      found.push(hit);
      if (found.length === most) return found.map(cardOf);
    }
  }
  return found.map(cardOf);
}
