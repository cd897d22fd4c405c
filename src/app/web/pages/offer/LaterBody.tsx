import { memo, Suspense } from 'react';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { earlyPart } from '../../../../ui/web/lazy-part.ts';

const OfferBody = earlyPart(() => import('./OfferBody.tsx'));

/**
 * Nothing in the body asks for a script, so its script comes after the page is alive: it is in the HTML, and is hydrated when it
 * has come. Kept from renders of the page around it, which would have it hydrate at once.
 */
export const LaterBody = memo(({ offer }: { offer: OfferDetail }) => (
  <Suspense>
    <OfferBody offer={offer} />
  </Suspense>
));
