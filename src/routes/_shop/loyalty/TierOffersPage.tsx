import { Suspense } from 'react';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import '#domains/customers/loyalty/ui/loyalty.css';

export const meta = () => [{ title: 'Offers for your tier · Cellardoor' }, { name: 'robots', content: 'noindex' }];

const TierOffers = lazyComponent(() => import('./TierOffers.tsx'));

/** /tier-offers: what is put aside for the reader's tier. The server knows no reader, so it sends the frame only. */
export default function TierOffersPage() {
  const isAlive = useHydrated();
  return (
    <div className="wrap tier-offers">
      {isAlive ? (
        <Suspense fallback={<h1 className="d52">Offers for your tier</h1>}>
          <TierOffers />
        </Suspense>
      ) : (
        <h1 className="d52">Offers for your tier</h1>
      )}
      <noscript>
        <p>These offers need JavaScript, which is turned off in this browser.</p>
      </noscript>
    </div>
  );
}
