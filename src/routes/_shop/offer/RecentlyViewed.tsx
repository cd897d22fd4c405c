import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { recentlyViewed, type ViewedOffer } from '#domains/discovery/search/ui/recently-viewed.ts';
import { offerMessages } from './messages.ts';

/** Offers that were viewed before in this browser. Loaded lazily. */
export default function RecentlyViewed({ offer }: { offer: OfferDetail }) {
  const [viewed, setViewed] = useState<readonly ViewedOffer[]>([]);
  useEffect(() => {
    setViewed(recentlyViewed().filter(({ offerId }) => offerId !== offer.offerId));
  }, [offer]);
  if (viewed.length === 0) return null;
  return (
    <section className="sec viewed">
      <div className="container">
        <h2 className="heading-4">{offerMessages.recentlyViewed}</h2>
        <ul>
          {viewed.slice(0, 6).map((each) => (
            <li key={each.offerId}>
              <Link className={`k-${CATEGORIES[each.category].kind}`} to={each.url} prefetch="intent" viewTransition>
                <span className="backdrop viewed-pic">
                  <OfferPicture offer={each} />
                </span>
                <span>
                  <span className="small text-muted">{each.brand}</span>
                  <br />
                  {fullName(each)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
