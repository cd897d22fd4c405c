import { Suspense } from 'react';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { tierOfferMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(m.title);

const TierOffers = lazyComponent(() => import('./TierOffers.tsx'));

/** Offers for the customer's tier [CONT-4]. The server does not know the customer, so it sends the layout only. */
export default function TierOffersPage() {
  const isHydrated = useHydrated();
  return (
    <div className="container tier-offers">
      {isHydrated ? (
        <Suspense fallback={<h1 className="heading-2">{m.title}</h1>}>
          <TierOffers />
        </Suspense>
      ) : (
        <h1 className="heading-2">{m.title}</h1>
      )}
      <noscript>
        <p>{m.noScript}</p>
      </noscript>
    </div>
  );
}
