import { useId, useRef } from 'react';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { Icon } from '#ui/Icon.tsx';
import { useEarlyClick } from '#ui/use-early-click.ts';
import { favouriteButtonMessages } from '../messages/button.ts';
import { useIsFavourite } from './favourites-list.ts';
import type { FavouriteOffer } from './favourites-store.ts';
import { useFavouritesStore } from './load-favourites.ts';

export interface FavouriteButtonProps {
  readonly offer: FavouriteOffer;
  /** `card` shows only the heart. */
  readonly size?: 'card' | 'page';
  /** Id of the element with the offer's name, which describes the button. Without it the button renders its own. */
  readonly titleId?: string;
}

/** Shows a heart that saves an offer to the favourites or removes it [NAME-7]. */
export function FavouriteButton({ offer, size = 'card', titleId }: FavouriteButtonProps) {
  const isFavourite = useIsFavourite(offer.offerId);
  const store = useFavouritesStore();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isCard = size === 'card';
  const toggle = (): void => {
    store().then(
      async (favourites) => void (await (isFavourite ? favourites.remove(offer.offerId) : favourites.add(offer))),
      () => {},
    );
  };
  useEarlyClick(button, toggle);
  return (
    <>
      <button
        type="button"
        data-early=""
        ref={button}
        className={isCard ? 'heart heart-card needs-script' : 'button button-outline heart needs-script'}
        aria-label={favouriteButtonMessages.save}
        aria-pressed={isFavourite}
        aria-describedby={isCard ? (titleId ?? id) : undefined}
        onPointerEnter={() => void store().catch(() => {})}
        onClick={toggle}
      >
        <Icon name="heart" />
        {!isCard && <span className="txt">{favouriteButtonMessages.save}</span>}
      </button>
      {isCard && titleId === undefined && (
        <span id={id} hidden>
          {fullName(offer)}
        </span>
      )}
    </>
  );
}
