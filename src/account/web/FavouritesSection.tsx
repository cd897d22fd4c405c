import { AddToCartButton } from '../../cart/web/AddToCartButton.tsx';
import { useCartStore, useListPath } from '../../cart/web/cart-context.tsx';
import { FavouritesShelf } from '../../favourites/web/FavouritesShelf.tsx';

/** The shopper's favourites with the cart beside them: a section of the account, and the page of guests. */
export default function FavouritesSection() {
  const cart = useCartStore();
  return (
    <>
      <h1 className="d38">Favourites</h1>
      <FavouritesShelf
        listPath={useListPath()}
        actionOf={({ offer }) => <AddToCartButton offer={offer} />}
        onAddAll={(favourites) => {
          for (const { offer } of favourites) if (cart.quantityOf(offer.offerId) === 0) cart.add(offer);
        }}
      />
    </>
  );
}
