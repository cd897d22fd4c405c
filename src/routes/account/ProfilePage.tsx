import { lazyComponent } from '#ui/lazy-component.ts';

/** Names, phone and birthday. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/ProfileSection.tsx'));
