import { lazyComponent } from '#ui/lazy-component.ts';

/** Saved addresses. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/AddressesSection.tsx'));
