import { lazyComponent } from '#ui/lazy-component.ts';

/** Store credit and gift cards. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/CreditSection.tsx'));
