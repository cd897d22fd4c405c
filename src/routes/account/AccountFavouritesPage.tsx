import { lazyComponent } from '#ui/lazy-component.ts';

/** Favourites of the customer. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/FavouritesSection.tsx'));
