import { deferHydration, preloadedComponent } from '#ui/lazy-component.ts';

/** Offer body whose script loads after hydration of the page, because the body works without it. */
export const DeferredOfferBody = deferHydration(preloadedComponent(() => import('./OfferBody.tsx')));
