import { Suspense, useEffect, useRef } from 'react';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { rememberViewed } from '#domains/discovery/search/ui/recently-viewed.ts';
import { type Related, usePersonalisedRelated } from '#domains/discovery/search/ui/use-personalised-related.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { useIdle } from '#routes/_layout/use-idle.ts';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { ShopCard } from '../BuyableOfferCard.tsx';
import { BuyPanel } from './BuyPanel.tsx';
import { DeferredOfferBody } from './DeferredOfferBody.tsx';
import { offerMessages } from './messages.ts';
import { OfferGallery } from './OfferGallery.tsx';
import { offerBreadcrumbs } from './offer-breadcrumbs.ts';
import { MoreLikeIt } from './SimilarOffers.tsx';
import { BuyBar } from './StickyBuyBar.tsx';

const RecentlyViewed = lazyComponent(() => import('./RecentlyViewed.tsx'));

export interface OfferViewProps {
  readonly offer: OfferDetail;
  /** Related offers for guests. */
  readonly others: Related['offers'];
  readonly landings: Related['landings'];
}

/** Reports each viewed offer to analytics once. */
function useViewed({ offerId, id, sku, name, brand, category, packPrice, url }: OfferDetail): void {
  const viewed = useRef<string | null>(null);
  useEffect(() => {
    if (viewed.current === offerId) return;
    viewed.current = offerId;
    const product = { product_id: String(id), offer_id: offerId, sku, name, brand, category };
    track('Product Viewed', { ...product, price: packPrice, quantity: 1, position: 0, url });
  }, [offerId, id, sku, name, brand, category, packPrice, url]);
}

/** Complete view of an offer. */
export function OfferView({ offer, others: initial, landings: givenLandings }: OfferViewProps) {
  const siteData = useSiteData();
  const { offers: others, landings } = usePersonalisedRelated(offer.offerId, initial, givenLandings);
  useViewed(offer);
  useEffect(() => rememberViewed(offer), [offer]);
  const isIdle = useIdle();
  const kind = `k-${CATEGORIES[offer.category].kind}`;
  return (
    <>
      <div className={`offer ${kind}`}>
        <div className="container offer-grid">
          <OfferGallery key={offer.offerId} offer={offer} />
          <BuyPanel offer={offer} breadcrumbs={siteData ? offerBreadcrumbs(siteData, offer, landings) : []} hasOthers={others.length > 0} />
        </div>
      </div>
      <div className={`container offer-body ${kind}`}>
        <DeferredOfferBody offer={offer} />
      </div>
      {others.length > 0 && (
        <section className="sec compare" id="others">
          <div className="container">
            <div className="sec-head">
              <h2 className="heading-3">{offerMessages.youMightAlsoLike}</h2>
            </div>
            <div className="product-grid">
              {others.map((other) => (
                <ShopCard key={other.offerId} offer={other} />
              ))}
            </div>
          </div>
        </section>
      )}
      {siteData && <MoreLikeIt siteData={siteData} offer={offer} landings={landings} />}
      {isIdle && (
        <Suspense fallback={null}>
          <RecentlyViewed offer={offer} />
        </Suspense>
      )}
      {offer.inventoryStatus !== 'SOLD_OUT' && <BuyBar key={offer.offerId} offer={offer} />}
    </>
  );
}
