import { lazyComponent } from '#ui/lazy-component.ts';

/** Orders of the market, newest first [ACC-5]. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/OrdersSection.tsx'));
