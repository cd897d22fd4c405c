import { useState } from 'react';
import { useFavouritesStore } from '#domains/discovery/favourites/ui/load-favourites.ts';
import type { LineItem } from '../contract.ts';
import { keyOf } from '../model/line-key.ts';
import { isMixedCategory, lineName } from '../model/line-name.ts';
import { useCartStore } from './cart-context.tsx';

/** For a line that has sold out: keep it, so that it is not lost, and take it out of the cart. */
export function MoveToFavourites({ item }: { item: LineItem }) {
  const cart = useCartStore();
  const favourites = useFavouritesStore();
  const [isMoving, setMoving] = useState(false);
  const move = async (): Promise<void> => {
    setMoving(true);
    try {
      const { offerId, productId, sku, name, vintage, offerVariant, brand, slug, isSpirit } = item;
      (await favourites()).add({
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
      cart.setQuantity(keyOf(item), 0);
    } catch {
      setMoving(false);
    }
  };
  return (
    <button
      type="button"
      className="link small line-rm"
      aria-label={`Move to favourites: ${lineName(item)}`}
      aria-busy={isMoving || undefined}
      onClick={() => void move()}
    >
      Move to favourites
    </button>
  );
}
