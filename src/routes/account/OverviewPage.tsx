import { lazyComponent } from '#ui/lazy-component.ts';

/** Overview of the account. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/OverviewSection.tsx'));
