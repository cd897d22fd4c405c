import { FavouritesGrid } from '#domains/discovery/favourites/ui/FavouritesGrid.tsx';
import { lineKeyOf } from '#domains/selling/cart/model/line-key.ts';
import { AddToCartButton } from '#domains/selling/cart/ui/AddToCartButton.tsx';
import { useCartNow, useCartStore, useListPath } from '#domains/selling/cart/ui/cart-context.tsx';
import { accountPageLabels } from '../messages.ts';

/** Favourites with the cart, as a section of the account and as the page of guests. */
export default function FavouritesSection() {
  const store = useCartStore();
  useCartNow();
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.favourites}</h1>
      <FavouritesGrid
        listPath={useListPath()}
        actionOf={({ offer }) => <AddToCartButton offer={offer} />}
        onAddAll={(favourites) => {
          const { cart } = store.current();
          for (const { offer } of favourites) if (!lineKeyOf(cart, offer.offerId)) store.add(offer);
        }}
      />
    </>
  );
}
