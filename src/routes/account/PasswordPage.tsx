import { lazyComponent } from '#ui/lazy-component.ts';

/** Change of the password. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/PasswordSection.tsx'));
