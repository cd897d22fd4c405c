/** Text of the layout around all pages: navigation, header and footer. */
import { SHOP_NAME } from '#lib/shop-identity.ts';

/** Returns the title of a document. @param shop name of the shop */
export const pageTitle = (title: string, shop = SHOP_NAME): string => `${title} · ${shop}`;

/** Shown by the root if the error pages cannot be loaded, and titles of errors. */
export const rootMessages = {
  notFound: 'Not found',
  preparing: 'Back in a moment',
  failed: 'An Error Occurred',
  notLoaded: 'The page could not be loaded.',
} as const;

export const layoutMessages = {
  shopIn: { wine: (country: string) => `Wine, ${country}`, spirits: (country: string) => `Spirits, ${country}` },
  skip: 'Skip to main content',
  otherShop: { wine: 'The whisky room', spirits: 'Back to wine' },
  otherShops: 'Our other shops',
  search: { wine: 'Search wines', spirits: 'Search spirits' },
  searchExample: { wine: 'A grape, a place, a name', spirits: 'Peat, rye, Tasmania' },
  favourites: 'Favourites',
  prices: (licence: string, dollars: string, tax: string) => `${licence}. Prices in ${dollars} dollars, including ${tax}.`,
} as const;
