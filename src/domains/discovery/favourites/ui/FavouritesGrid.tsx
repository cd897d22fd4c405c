import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { categoryLabel } from '#domains/catalogue/model/category-display.ts';
import { useCategoryDisplay } from '#domains/catalogue/ui/category-display.ts';
import { OfferCard } from '#domains/catalogue/ui/OfferCard.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Choice } from '#ui/form/Field.tsx';
import type { Favourite } from '../contract.ts';
import { favouriteMessages as messages } from '../messages.ts';
import {
  categoriesOf,
  filterFavourites,
  isBuyable,
  isOnSale,
  NO_FILTER,
  type OnSale,
  SORTS,
  unavailableFavourites,
} from '../model/filter-favourites.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { useFavourites } from './favourites-list.ts';
import { useFavouritesStore } from './load-favourites.ts';
import './FavouritesGrid.css';

export interface FavouritesGridProps {
  /** Path of the list, for shoppers without favourites. */
  readonly listPath: string;
  /** Renders the button that buys. */
  readonly actionOf: (favourite: OnSale) => ReactNode;
  readonly onAddAll: (favourites: readonly OnSale[]) => void;
}

const ALL_CATEGORIES = '';

/** Lists the shopper's favourites: filtered, sorted, added to the cart one by one or all at once. */
export function FavouritesGrid({ listPath, actionOf, onAddAll }: FavouritesGridProps) {
  const { favourites, isLoaded, error } = useFavourites();
  const [filter, setFilter] = useState(NO_FILTER);
  const display = useCategoryDisplay();
  const store = useFavouritesStore();
  useEffect(() => {
    if (isLoaded) return;
    store().then(
      (favourites) => favourites.refresh(),
      () => {},
    );
  }, [isLoaded, store]);
  if (!isLoaded)
    return (
      <p className="text-muted favourites-wait" role="status">
        {messages.loading}
      </p>
    );
  if (error !== null && favourites.length === 0)
    return (
      <div className="favourites-wait">
        <p role="alert">{error}</p>
        <button type="button" className="button button-outline" onClick={() => void store().then((each) => each.refresh())}>
          {messages.tryAgain}
        </button>
      </div>
    );
  if (favourites.length === 0) return <NoFavourites listPath={listPath} />;

  const visible = filterFavourites(favourites, filter);
  const buyable = visible.filter(isBuyable);
  const categories = categoriesOf(favourites);
  const unavailable = unavailableFavourites(favourites);
  return (
    <>
      {favourites.some(isOnSale) && (
        <div className="favourites-tools">
          <p className="num" role="status">
            <b>{messages.count(visible.length)}</b>
          </p>
          {categories.length > 1 && (
            <select
              className="select"
              aria-label={messages.category}
              value={filter.category ?? ALL_CATEGORIES}
              onChange={({ currentTarget: { value } }) =>
                setFilter({ ...filter, category: categories.find((category) => category === value) ?? null })
              }
            >
              <option value={ALL_CATEGORIES}>{messages.allCategories}</option>
              {categories.map((category) => (
                <option key={category} value={category}>
                  {categoryLabel(category, display)}
                </option>
              ))}
            </select>
          )}
          <select
            className="select"
            aria-label={messages.sortBy}
            value={filter.sort}
            onChange={({ currentTarget: { value } }) =>
              setFilter({ ...filter, sort: SORTS.find((sort) => sort === value) ?? NO_FILTER.sort })
            }
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {messages.sorts[sort]}
              </option>
            ))}
          </select>
          <Choice checked={filter.inStock} onChange={({ currentTarget: { checked } }) => setFilter({ ...filter, inStock: checked })}>
            {messages.inStock}
          </Choice>
          <button
            type="button"
            className="button button-primary favourites-all"
            disabled={buyable.length === 0}
            onClick={() => onAddAll(buyable)}
          >
            {messages.addAll}
          </button>
        </div>
      )}
      {visible.length > 0 ? (
        <div className="product-grid">
          <h2 className="visually-hidden">{messages.title}</h2>
          {visible.map((favourite) => (
            <OfferCard
              key={favourite.offer_id}
              offer={favourite.offer}
              favouriteButton={<FavouriteButton offer={favourite.offer} />}
              action={actionOf(favourite)}
            />
          ))}
        </div>
      ) : (
        favourites.some(isOnSale) && (
          <p className="favourites-wait">
            {messages.noMatches}{' '}
            <button type="button" className="link" onClick={() => setFilter(NO_FILTER)}>
              {messages.showAll}
            </button>
          </p>
        )
      )}
      {unavailable.length > 0 && <Unavailable favourites={unavailable} />}
    </>
  );
}

function NoFavourites({ listPath }: { listPath: string }) {
  return (
    <EmptyState
      drawing="shelf"
      title={messages.empty.title}
      action={
        <Link className="button button-primary" to={listPath}>
          {messages.empty.action}
        </Link>
      }
    >
      <p>{messages.empty.text}</p>
    </EmptyState>
  );
}

/** Lists offers that are no longer on sale by name. */
function Unavailable({ favourites }: { favourites: readonly Favourite[] }) {
  const store = useFavouritesStore();
  return (
    <section className="favourites-ended">
      <h2 className="heading-4">{messages.unavailable}</h2>
      <ul>
        {favourites.map((favourite) => (
          <li key={favourite.offer_id}>
            <span>{favourite.wine_name}</span>
            <button
              type="button"
              className="link"
              aria-label={messages.deleteName(favourite.wine_name)}
              onClick={() => void store().then((each) => each.remove(favourite.offer_id))}
            >
              {messages.delete}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
