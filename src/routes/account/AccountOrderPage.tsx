import { lazyComponent } from '#ui/lazy-component.ts';

/** One order with its deliveries. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/OrderSection.tsx'));
