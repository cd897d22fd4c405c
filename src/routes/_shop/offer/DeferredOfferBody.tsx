import { deferHydration, preloadedComponent } from '#ui/lazy-component.ts';

/** Nothing in the body asks for a script, so its script comes after the page is alive: it is in the HTML, and is hydrated when it has come. */
export const DeferredOfferBody = deferHydration(preloadedComponent(() => import('./OfferBody.tsx')));
