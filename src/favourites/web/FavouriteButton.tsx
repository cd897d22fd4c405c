import { useId } from 'react';
import { fullName } from '../../catalogue/offer-words.ts';
import { Icon } from '../../ui/web/Icon.tsx';
import { useIsFavourite } from './favourites-list.ts';
import type { FavouriteOffer } from './favourites-store.ts';
import { useFavouritesStore } from './load-favourites.ts';

/** The heart: keeps an offer, or lets it go. `card` shows the heart alone. */
export function FavouriteButton({ offer, size = 'card' }: { readonly offer: FavouriteOffer; readonly size?: 'card' | 'page' }) {
  const isKept = useIsFavourite(offer.offerId);
  const store = useFavouritesStore();
  const id = useId();
  const isCard = size === 'card';
  return (
    <>
      <button
        type="button"
        className={isCard ? 'heart heart-card needs-script' : 'btn btn-line heart needs-script'}
        aria-label="Save to favourites"
        aria-pressed={isKept}
        aria-describedby={isCard ? id : undefined}
        onPointerEnter={() => void store().catch(() => {})}
        onClick={() => {
          store().then(
            (favourites) => (isKept ? favourites.remove(offer.offerId) : favourites.add(offer)),
            () => {},
          );
        }}
      >
        <Icon name="heart" />
        {!isCard && 'Save to favourites'}
      </button>
      {isCard && (
        <span id={id} hidden>
          {fullName(offer)}
        </span>
      )}
    </>
  );
}
