import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CardSkeleton } from '#domains/catalogue/ui/CardSkeleton.tsx';
import { ShopCard } from '../BuyableOfferCard.tsx';

/** Number of cards in the widest row. Their pictures load first. */
const FIRST_ROW = 4;

/** Offers of a list page, or their skeleton while another page loads. */
export function ResultGrid({ offers, isWaiting }: { offers: readonly CatalogueHit[]; isWaiting: boolean }) {
  return (
    <div className="product-grid product-grid-3" aria-busy={isWaiting}>
      {offers.map((offer, index) =>
        isWaiting ? <CardSkeleton key={offer.offerId} /> : <ShopCard key={offer.offerId} offer={offer} isFirst={index < FIRST_ROW} />,
      )}
    </div>
  );
}
