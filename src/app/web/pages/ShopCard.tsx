import { useId } from 'react';
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
export function ShopCard({ offer, isFirst = false, note }: ShopCardProps) {
  const titleId = useId();
  return (
    <OfferCard
      offer={offer}
      isFirst={isFirst}
      titleId={titleId}
      isKept
      {...(note === undefined ? {} : { note })}
      keep={<FavouriteButton offer={offer} titleId={titleId} />}
      action={<AddToCartButton offer={offer} titleId={titleId} />}
    />
  );
}
