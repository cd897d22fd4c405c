import { lazyComponent } from '#ui/lazy-component.ts';

/** Invitations of friends. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/ReferralSection.tsx'));
