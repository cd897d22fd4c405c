import { AddToCartButton } from '../../../cart/web/AddToCartButton.tsx';
import type { CatalogueHit } from '../../../catalogue/contract.ts';
import { OfferCard } from '../../../catalogue/web/OfferCard.tsx';
import { FavouriteButton } from '../../../favourites/web/FavouriteButton.tsx';

export interface ShopCardProps {
  readonly offer: CatalogueHit;
  readonly isFirst?: boolean;
  readonly note?: string;
}

/** An offer's card with everything a shopper does to it: keep it, buy it. */
export const ShopCard = ({ offer, isFirst = false, note }: ShopCardProps) => (
  <OfferCard
    offer={offer}
    isFirst={isFirst}
    {...(note === undefined ? {} : { note })}
    keep={<FavouriteButton offer={offer} />}
    action={<AddToCartButton offer={offer} />}
  />
);
