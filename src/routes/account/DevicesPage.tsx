import { lazyComponent } from '#ui/lazy-component.ts';

/** Devices that are signed in. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/SessionsSection.tsx'));
