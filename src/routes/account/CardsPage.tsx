import { lazyComponent } from '#ui/lazy-component.ts';

/** Saved cards. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/CardsSection.tsx'));
