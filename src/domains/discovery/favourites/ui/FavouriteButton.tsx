import { useId } from 'react';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { Icon } from '#ui/Icon.tsx';
import { useIsFavourite } from './favourites-list.ts';
import type { FavouriteOffer } from './favourites-store.ts';
import { useFavouritesStore } from './load-favourites.ts';

export interface FavouriteButtonProps {
  readonly offer: FavouriteOffer;
  /** `card` shows the heart alone. */
  readonly size?: 'card' | 'page';
  /** Where the offer's name stands that describes the heart; it brings its own where there is none. */
  readonly titleId?: string;
}

/** The heart: keeps an offer, or lets it go. */
export function FavouriteButton({ offer, size = 'card', titleId }: FavouriteButtonProps) {
  const isFavourite = useIsFavourite(offer.offerId);
  const store = useFavouritesStore();
  const id = useId();
  const isCard = size === 'card';
  return (
    <>
      <button
        type="button"
        className={isCard ? 'heart heart-card needs-script' : 'btn btn-line heart needs-script'}
        aria-label="Save to favourites"
        aria-pressed={isFavourite}
        aria-describedby={isCard ? (titleId ?? id) : undefined}
        onPointerEnter={() => void store().catch(() => {})}
        onClick={() => {
          store().then(
            (favourites) => (isFavourite ? favourites.remove(offer.offerId) : favourites.add(offer)),
            () => {},
          );
        }}
      >
        <Icon name="heart" />
        {!isCard && <span className="txt">Save to favourites</span>}
      </button>
      {isCard && titleId === undefined && (
        <span id={id} hidden>
          {fullName(offer)}
        </span>
      )}
    </>
  );
}
