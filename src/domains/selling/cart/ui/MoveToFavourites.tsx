import { useState } from 'react';
import { useFavouritesStore } from '#domains/discovery/favourites/ui/load-favourites.ts';
import type { LineItem } from '../contract.ts';
import { moveToFavouritesMessages } from '../messages/lazy-parts.ts';
import { isMixedCategory, lineName } from '../model/format-line.ts';
import { keyOf } from '../model/line-key.ts';
import { useCartStore } from './cart-context.tsx';

/** Saves the offer of a sold-out line to the favourites, and removes the line once the server has saved it. Loaded lazily. */
export default function MoveToFavourites({ item }: { item: LineItem }) {
  const cart = useCartStore();
  const favourites = useFavouritesStore();
  const [isMoving, setMoving] = useState(false);
  const move = async (): Promise<void> => {
    setMoving(true);
    try {
      const { offerId, productId, sku, name, vintage, offerVariant, brand, slug, isSpirit } = item;
      const store = await favourites();
      const isSaved = await store.add({
        offerId,
        id: productId,
        sku,
        name,
        vintage,
        offerVariant,
        brand,
        url: slug,
        isSpirit,
        isMixed: isMixedCategory(item.category),
      });
      if (isSaved) cart.setQuantity(keyOf(item), 0);
      else setMoving(false);
    } catch {
      setMoving(false);
    }
  };
  return (
    <button
      type="button"
      className="link small line-rm"
      aria-label={moveToFavouritesMessages.moveLine(lineName(item))}
      aria-busy={isMoving || undefined}
      onClick={() => void move()}
    >
      {moveToFavouritesMessages.move}
    </button>
  );
}
