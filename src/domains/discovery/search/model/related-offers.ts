/** Finds offers similar to an offer: in stock, of its category, nearest in varietal, region and price. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { type Filter, hasValue, isBetween, type SearchIndex } from '#packages/search-engine/index.ts';
import { cardOf } from './list-shape.ts';
import type { SearchAudience } from './search-audience.ts';
import type { SearchHit } from './search-document.ts';

/** Hits of a relation that are compared by price, and those read at once. Several offers of a product are rare. */
const CANDIDATES = 200;
const PER_SEARCH = 20;

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
  const nearest = { attribute: 'bottlePrice', number: offer.bottlePrice, among: CANDIDATES };
  for (const relation of relationsOf(offer)) {
    for (let [page, pages] = [0, 1]; page < pages; page++) {
      const response = index.search({ eligibility: audience, filter: [...base, ...relation], nearest, page, hitsPerPage: PER_SEARCH });
      pages = response.nbPages;
      for (const hit of response.hits) {
        if (products.has(hit.id)) continue;
        products.add(hit.id);
        found.push(hit);
        if (found.length === most) return found.map(cardOf);
      }
    }
  }
  return found.map(cardOf);
}
