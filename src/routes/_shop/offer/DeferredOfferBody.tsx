import { deferHydration, preloadedComponent } from '#ui/lazy-component.ts';

/** The body needs no script to work, so its script loads after hydration of the page. */
export const DeferredOfferBody = deferHydration(preloadedComponent(() => import('./OfferBody.tsx')));
