import { lazyComponent } from '#ui/lazy-component.ts';

/** Consent, export of personal data, and closing of the account. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/PrivacySection.tsx'));
