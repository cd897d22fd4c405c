import { AddToCartButton } from '../../../cart/web/AddToCartButton.tsx';
import type { CatalogueHit } from '../../../catalogue/contract.ts';
import { OfferCard } from '../../../catalogue/web/OfferCard.tsx';
import { FavouriteButton } from '../../../favourites/web/FavouriteButton.tsx';

/** An offer's card with everything a shopper does to it: keep it, buy it. */
export const ShopCard = ({ offer, isFirst = false }: { readonly offer: CatalogueHit; readonly isFirst?: boolean }) => (
  <OfferCard offer={offer} isFirst={isFirst} keep={<FavouriteButton offer={offer} />} action={<AddToCartButton offer={offer} />} />
);
