import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CardSkeleton } from '#domains/catalogue/ui/CardSkeleton.tsx';
import { ShopCard } from '../BuyableOfferCard.tsx';

/** Cards of the widest row: their pictures are wanted first. */
const FIRST_ROW = 4;

/** The offers of a page of a list, or their shape while another page is fetched. */
export function ResultGrid({ offers, isWaiting }: { offers: readonly CatalogueHit[]; isWaiting: boolean }) {
  return (
    <div className="shelf shelf-3" aria-busy={isWaiting}>
      {offers.map((offer, index) =>
        isWaiting ? <CardSkeleton key={offer.offerId} /> : <ShopCard key={offer.offerId} offer={offer} isFirst={index < FIRST_ROW} />,
      )}
    </div>
  );
}
