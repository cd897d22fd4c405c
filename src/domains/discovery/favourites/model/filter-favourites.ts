/** Filters and sorts the page of favourites. */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Category } from '#domains/catalogue/model/category.ts';
import type { Favourite } from '../contract.ts';

export const SORTS = ['saved', 'price_asc', 'price_desc', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export interface FavouriteFilter {
  /** Null shows every category. */
  readonly category: Category | null;
  /** True shows only offers that can be bought now. */
  readonly inStock: boolean;
  readonly sort: Sort;
}

export const NO_FILTER: FavouriteFilter = { category: null, inStock: false, sort: 'saved' };

/** A favourite that is on sale. */
export interface OnSale extends Favourite {
  readonly offer: CatalogueHit;
}

/** Returns true if the offer of a favourite is on sale. */
export const isOnSale = (favourite: Favourite): favourite is OnSale => favourite.offer !== null;

/** Returns true if a shopper can add it to the cart directly: in stock and without special access. */
export const isBuyable = ({ offer }: OnSale): boolean => offer.inventoryStatus !== 'SOLD_OUT' && !offer.specialAccess;

/** Lists the categories to choose from, in alphabetical order. */
export const categoriesOf = (favourites: readonly Favourite[]): Category[] =>
  [...new Set(favourites.filter(isOnSale).map(({ offer }) => offer.category))].sort();

const ORDERS: Readonly<Record<Sort, (a: OnSale, b: OnSale) => number>> = {
  saved: () => 0,
  price_asc: (a, b) => a.offer.bottlePrice - b.offer.bottlePrice,
  price_desc: (a, b) => b.offer.bottlePrice - a.offer.bottlePrice,
  name: (a, b) => a.wine_name.localeCompare(b.wine_name, 'en'),
};

/** Lists the favourites on sale that pass a filter. Equal ones stay in the order of saving, the latest first. */
export const filterFavourites = (favourites: readonly Favourite[], { category, inStock, sort }: FavouriteFilter): OnSale[] =>
  [...favourites]
    .reverse()
    .filter(isOnSale)
    .filter((favourite) => (category === null || favourite.offer.category === category) && (!inStock || isBuyable(favourite)))
    .sort(ORDERS[sort]);

/** Lists the favourites whose offers are no longer on sale. They can only be removed. */
export const unavailableFavourites = (favourites: readonly Favourite[]): Favourite[] =>
  favourites.filter((favourite) => !isOnSale(favourite)).reverse();
