/** Text of the layout around all pages: navigation, header and footer. */
export const SHOP = 'Cellardoor';

/** Returns the title of a document. */
export const pageTitle = (title: string): string => `${title} · ${SHOP}`;

/** Shown by the root if the error pages cannot be loaded, and titles of errors. */
export const rootMessages = {
  notFound: 'Not found',
  failed: 'An Error Occurred',
  notLoaded: 'The page could not be loaded.',
} as const;

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const countWord = (count: number): string => NUMBER_WORDS[count] ?? String(count);

export const navigationMessages = {
  wine: 'Wine',
  spirits: 'Spirits',
  journal: 'Journal',
  events: 'Tastings and events',
  collections: 'Collections',
  favourites: 'Favourites',
  preferredWines: { wine: 'Find wines you’ll like', spirits: 'Find spirits you’ll like' },
  loyalty: 'Loyalty',
  all: { wine: 'All wine', spirits: 'All spirits' },
  otherShop: { wine: (country: string) => `Wine, ${country}`, spirits: (country: string) => `Spirits, ${country}` },
  clubs: 'Wine clubs',
  freeFromCases: (cases: number) => `Free delivery on ${countWord(cases)} or more cases`,
  freeFromAmount: (amount: string) => `Free delivery on orders of ${amount} or more`,
  toYourDoor: 'Delivered to your door',
  underCases: (cases: number, fee: string) => `Under ${countWord(cases)} cases, delivery is ${fee}.`,
  underAmount: (amount: string, fee: string) => `Under ${amount}, delivery is ${fee}.`,
  delivery: (fee: string) => `Delivery is ${fee}.`,
  feeWithFar: (fee: string, far: string, regions: readonly string[]) => `${fee} (${far} to ${regions.join(' and ')})`,
} as const;

export const frameMessages = {
  skip: 'Skip to main content',
  otherShop: { wine: 'The whisky room', spirits: 'Back to wine' },
  menu: { shop: 'Shop', explore: 'Explore', help: 'Help', otherShops: 'Our other shops', about: 'About us' },
  search: { wine: 'Search wines', spirits: 'Search spirits' },
  searchExample: { wine: 'A grape, a place, a name', spirits: 'Peat, rye, Tasmania' },
  favourites: 'Favourites',
  prices: (licence: string, dollars: string, tax: string) => `${licence}. Prices in ${dollars} dollars, including ${tax}.`,
} as const;
