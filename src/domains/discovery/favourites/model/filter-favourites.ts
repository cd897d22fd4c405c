/** How the page of favourites is narrowed and ordered. Pure. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Category } from '#domains/catalogue/model/category.ts';
import type { Favourite } from '../contract.ts';

export const SORTS = {
  kept: 'Last kept first',
  price_asc: 'Bottle price, low to high',
  price_desc: 'Bottle price, high to low',
  name: 'Name',
} as const;
export type Sort = keyof typeof SORTS;

export interface Choice {
  /** Null shows every category. */
  readonly category: Category | null;
  /** Only what can be bought now. */
  readonly inStock: boolean;
  readonly sort: Sort;
}

export const EVERYTHING: Choice = { category: null, inStock: false, sort: 'kept' };

/** A favourite that is on sale. */
export interface OnSale extends Favourite {
  readonly offer: CatalogueHit;
}

export const isOnSale = (favourite: Favourite): favourite is OnSale => favourite.offer !== null;

/** What a shopper can put into the cart at once: in stock, and open to them. */
export const isBuyable = ({ offer }: OnSale): boolean => offer.inventoryStatus !== 'SOLD_OUT' && !offer.specialAccess;

/** Categories there are to choose from, in alphabetical order. */
export const categoriesOf = (favourites: readonly Favourite[]): Category[] =>
  [...new Set(favourites.filter(isOnSale).map(({ offer }) => offer.category))].sort();

const ORDERS: Readonly<Record<Sort, (a: OnSale, b: OnSale) => number>> = {
  kept: () => 0,
  price_asc: (a, b) => a.offer.bottlePrice - b.offer.bottlePrice,
  price_desc: (a, b) => b.offer.bottlePrice - a.offer.bottlePrice,
  name: (a, b) => a.wine_name.localeCompare(b.wine_name, 'en'),
};

/** Favourites on sale as chosen; those that were kept last come first where nothing else decides. */
export const choose = (favourites: readonly Favourite[], { category, inStock, sort }: Choice): OnSale[] =>
  [...favourites]
    .reverse()
    .filter(isOnSale)
    .filter((favourite) => (category === null || favourite.offer.category === category) && (!inStock || isBuyable(favourite)))
    .sort(ORDERS[sort]);

/** Favourites whose offers have ended; they can only be removed. */
export const ended = (favourites: readonly Favourite[]): Favourite[] => favourites.filter((favourite) => !isOnSale(favourite)).reverse();
