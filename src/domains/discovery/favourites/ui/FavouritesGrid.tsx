import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { CATEGORY_WORDS } from '#domains/catalogue/model/category-labels.ts';
import { OfferCard } from '#domains/catalogue/ui/OfferCard.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { Favourite } from '../contract.ts';
import { categoriesOf, choose, EVERYTHING, ended, isBuyable, isOnSale, type OnSale, SORTS, type Sort } from '../model/filter-favourites.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { useFavourites } from './favourites-list.ts';
import { useFavouritesStore } from './load-favourites.ts';
import './favourites.css';

export interface FavouritesShelfProps {
  /** Where the shelves are, for whoever has kept nothing yet. */
  readonly listPath: string;
  /** The button that buys. */
  readonly actionOf: (favourite: OnSale) => ReactNode;
  readonly onAddAll: (favourites: readonly OnSale[]) => void;
}

const allCategories = '';

/** Everything the shopper keeps: narrowed, ordered, bought one by one or all at once. */
export function FavouritesGrid({ listPath, actionOf, onAddAll }: FavouritesShelfProps) {
  const { favourites, isKnown, error } = useFavourites();
  const [choice, setChoice] = useState(EVERYTHING);
  const store = useFavouritesStore();
  useEffect(() => {
    if (isKnown) return;
    store().then(
      (favourites) => favourites.refresh(),
      () => {},
    );
  }, [isKnown, store]);
  if (!isKnown)
    return (
      <p className="quiet fav-wait" role="status">
        Looking for your favourites.
      </p>
    );
  if (error !== null && favourites.length === 0)
    return (
      <div className="fav-wait">
        <p role="alert">{error}</p>
        <button type="button" className="btn btn-line" onClick={() => void store().then((each) => each.refresh())}>
          Try again
        </button>
      </div>
    );
  if (favourites.length === 0) return <NoFavourites listPath={listPath} />;

  const shown = choose(favourites, choice);
  const buyable = shown.filter(isBuyable);
  const categories = categoriesOf(favourites);
  const gone = ended(favourites);
  return (
    <>
      {favourites.some(isOnSale) && (
        <div className="fav-tools">
          <p className="num" role="status">
            <b>{shown.length === 1 ? '1 favourite' : `${shown.length} favourites`}</b>
          </p>
          {categories.length > 1 && (
            <select
              className="select"
              aria-label="Category"
              value={choice.category ?? allCategories}
              onChange={({ currentTarget: { value } }) =>
                setChoice({ ...choice, category: categories.find((category) => category === value) ?? null })
              }
            >
              <option value={allCategories}>Every category</option>
              {categories.map((category) => (
                <option key={category} value={category}>
                  {CATEGORY_WORDS[category].label}
                </option>
              ))}
            </select>
          )}
          <select
            className="select"
            aria-label="Sort by"
            value={choice.sort}
            onChange={({ currentTarget: { value } }) => setChoice({ ...choice, sort: value in SORTS ? (value as Sort) : 'kept' })}
          >
            {Object.entries(SORTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <label className="check">
            <input
              type="checkbox"
              checked={choice.inStock}
              onChange={({ currentTarget: { checked } }) => setChoice({ ...choice, inStock: checked })}
            />
            <span>In stock</span>
          </label>
          <button type="button" className="btn btn-fill fav-all" disabled={buyable.length === 0} onClick={() => onAddAll(buyable)}>
            Add all to cart
          </button>
        </div>
      )}
      {shown.length > 0 ? (
        <div className="shelf fav-shelf">
          <h2 className="vh">What you keep</h2>
          {shown.map((favourite) => (
            <OfferCard
              key={favourite.offer_id}
              offer={favourite.offer}
              keep={<FavouriteButton offer={favourite.offer} />}
              action={actionOf(favourite)}
            />
          ))}
        </div>
      ) : (
        favourites.some(isOnSale) && (
          <p className="fav-wait">
            Nothing you keep fits.{' '}
            <button type="button" className="link" onClick={() => setChoice(EVERYTHING)}>
              Show everything
            </button>
          </p>
        )
      )}
      {gone.length > 0 && <Ended favourites={gone} />}
    </>
  );
}

function NoFavourites({ listPath }: { listPath: string }) {
  return (
    <EmptyState
      drawing="shelf"
      title="Nothing kept yet"
      action={
        <Link className="btn btn-fill" to={listPath}>
          Go to the shelves
        </Link>
      }
    >
      <p>Press the heart on a bottle and it waits for you here.</p>
    </EmptyState>
  );
}

/** Offers that have ended: said by name, so that nobody wonders where they went. */
function Ended({ favourites }: { favourites: readonly Favourite[] }) {
  const store = useFavouritesStore();
  return (
    <section className="fav-ended">
      <h2 className="d28">Not on the shelf at the moment</h2>
      <ul>
        {favourites.map((favourite) => (
          <li key={favourite.offer_id}>
            <span>{favourite.wine_name}</span>
            <button
              type="button"
              className="link"
              aria-label={`Remove ${favourite.wine_name}`}
              onClick={() => void store().then((each) => each.remove(favourite.offer_id))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
