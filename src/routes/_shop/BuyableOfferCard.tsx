import { useId } from 'react';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { OfferCard } from '#domains/catalogue/ui/OfferCard.tsx';
import { FavouriteButton } from '#domains/discovery/favourites/ui/FavouriteButton.tsx';
import { AddToCartButton } from '#domains/selling/cart/ui/AddToCartButton.tsx';

export interface ShopCardProps {
  readonly offer: CatalogueHit;
  readonly isFirst?: boolean;
  readonly note?: string;
}

/** Offer card with buttons for favourites and cart. */
export function ShopCard({ offer, isFirst = false, note }: ShopCardProps) {
  const titleId = useId();
  return (
    <OfferCard
      offer={offer}
      isFirst={isFirst}
      titleId={titleId}
      {...(note === undefined ? {} : { note })}
      favouriteButton={<FavouriteButton offer={offer} titleId={titleId} />}
      action={<AddToCartButton offer={offer} titleId={titleId} />}
    />
  );
}
