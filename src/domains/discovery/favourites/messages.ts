/** Text of favourites: API errors and interface text. */
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import type { ErrorSpec } from '#lib/define-contract.ts';

/** Maximum number of favourites of a shopper in a market. */
export const MAX_FAVOURITES = 500;

export const FAVOURITE_ERRORS = {
  ...OWNERSHIP_ERRORS,
  offer_not_found: { status: 404, title: "We don't have that one." },
  favourite_not_found: { status: 404, title: "We couldn't find that favourite." },
  too_many_favourites: {
    status: 422,
    title: `You've reached the limit of ${MAX_FAVOURITES} favourites. Remove one to add another.`,
  },
} as const satisfies Record<string, ErrorSpec>;

export const favouriteMessages = {
  title: 'Your favourites',
  loading: 'Loading your favourites…',
  failedTitle: 'Uh-oh!',
  failed: 'We couldn’t load your favourites. Please try again.',
  tryAgain: 'Try again',
  count: (count: number) => (count === 1 ? '1 favourite' : `${count} favourites`),
  category: 'Category',
  allCategories: 'All categories',
  sortBy: 'Sort by',
  sorts: {
    saved: 'Recently saved',
    price_asc: 'Bottle price, low to high',
    price_desc: 'Bottle price, high to low',
    name: 'Name',
  },
  inStock: 'In stock only',
  addAll: 'Add all to cart',
  noMatches: 'No favourites match.',
  showAll: 'Show all favourites',
  empty: { title: 'No favourites yet', text: 'Tap the heart on any bottle and it’ll be waiting here.', action: 'Browse the shelves' },
  unavailable: 'Not available at the moment',
  delete: 'Delete',
  deleteName: (name: string) => `Delete favourite ${name}`,
} as const;
