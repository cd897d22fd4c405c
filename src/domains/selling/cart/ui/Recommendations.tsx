import { useEffect, useState } from 'react';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { OfferCard } from '#domains/catalogue/ui/OfferCard.tsx';
import { FavouriteButton } from '#domains/discovery/favourites/ui/FavouriteButton.tsx';
import { type SearchCalls, useSearchCalls } from '#domains/discovery/search/ui/use-search-calls.ts';
import { maxOf } from '#lib/extremes.ts';
import { recommendationMessages } from '../messages/lazy-parts.ts';
import { AddToCartButton } from './AddToCartButton.tsx';
import { useCart, useListPath } from './cart-context.tsx';

const MAX_OFFERS = 4;
/** Number of lines that recommendations are based on: the last ones added. */
const MAX_BASIS_LINES = 3;

/** Interleaves the lists, so that each line is represented. */
function interleave(lists: readonly (readonly CatalogueHit[])[]): CatalogueHit[] {
  const longest = maxOf(
    lists.map((list) => list.length),
    0,
  );
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}

async function findOffers(calls: SearchCalls, offerIds: readonly string[], kind: 'wine' | 'spirits'): Promise<CatalogueHit[]> {
  if (offerIds.length === 0) {
    const result = await calls.shelves({ kind });
    return result.ok ? result.value.picks : [];
  }
  const related = await Promise.all(offerIds.map((offerId) => calls.related({ offerId })));
  return interleave(related.map((each) => (each.ok ? each.value.offers : [])));
}

/** Recommends offers that go with the cart, or picks of the shop if it is empty. Loaded last; renders nothing if loading fails. */
export default function Recommendations() {
  const calls = useSearchCalls();
  const isLoaded = useCart((view) => view.isLoaded);
  const inCart = useCart((view) => view.cart?.lineItems.map(({ offerId }) => offerId).join(' ') ?? '');
  const kind = useListPath() === '/spirits' ? 'spirits' : 'wine';
  const [found, setFound] = useState<readonly CatalogueHit[]>([]);
  const basis = inCart.split(' ').filter(Boolean).slice(-MAX_BASIS_LINES).join(' ');
  useEffect(() => {
    if (!isLoaded) return;
    let isStale = false;
    findOffers(calls, basis.split(' ').filter(Boolean), kind).then(
      (offers) => isStale || setFound(offers),
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [calls, isLoaded, basis, kind]);

  const ownOffers = new Set(inCart.split(' '));
  const visible = found
    .filter((offer, index) => !ownOffers.has(offer.offerId) && found.findIndex(({ id }) => id === offer.id) === index)
    .slice(0, MAX_OFFERS);
  if (visible.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="recommended">
      <div className="container">
        <div className="sec-head">
          <h2 className="heading-4" id="recommended">
            {basis === '' ? recommendationMessages.emptyCart : recommendationMessages.related}
          </h2>
        </div>
        <div className="product-grid">
          {visible.map((offer) => (
            <OfferCard
              key={offer.offerId}
              offer={offer}
              favouriteButton={<FavouriteButton offer={offer} />}
              action={<AddToCartButton offer={offer} />}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
