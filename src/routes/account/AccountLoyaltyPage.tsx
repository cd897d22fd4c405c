import { lazyComponent } from '#ui/lazy-component.ts';

/** Tier, progress and history of loyalty. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/LoyaltySection.tsx'));
