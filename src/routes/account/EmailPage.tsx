import { lazyComponent } from '#ui/lazy-component.ts';

/** Change of the email. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/EmailSection.tsx'));
