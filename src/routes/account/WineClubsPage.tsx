import { lazyComponent } from '#ui/lazy-component.ts';

/** Memberships of wine clubs. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/WineClubsSection.tsx'));
