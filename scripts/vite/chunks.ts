/**
 * Groups modules into chunks (docs/decisions/0032-initial-page-load.md). Modules of several pages are one file, because separate
 * small files compress badly. Modules that only offer pages, lists or the hosted sign-in pages use are separate.
 */
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;

/** Path prefixes in src/. */
const OFFER = [
  'routes/_shop/offer/',
  'domains/catalogue/model/aroma-wheel',
  'domains/catalogue/ui/AromaWheel',
  'domains/catalogue/ui/TasteScales',
];
const LIST = [
  'routes/_shop/list/',
  'domains/discovery/search/model/format-facet-value',
  'domains/discovery/search/messages/facet-values',
  'domains/discovery/search/model/price-stops',
  'domains/discovery/search/ui/use-list-state',
  'domains/discovery/search/ui/use-personalised-list',
  'domains/discovery/search/ui/use-facet-values',
  'domains/discovery/search/ui/PriceFilter',
  'domains/discovery/search/ui/FilterPanel',
  'domains/discovery/search/ui/Facet',
  'domains/discovery/search/ui/ActivePills',
  'domains/discovery/search/model/price-range',
  'domains/catalogue/ui/CardSkeleton',
  'lib/page-numbers',
  'ui/Pagination',
];
/** The root route, the layout of the shop and modules that both share with later parts. With what they import, every page needs it. */
const LAYOUT = [
  'root.tsx',
  'routes/_layout/AppShell',
  'routes/_shop/ShopLayout',
  'ui/Logo',
  'domains/selling/cart/model/format-line',
  'domains/selling/cart/messages/buttons',
  'domains/customers/identity/messages/account-link',
  'domains/discovery/search/messages/search-box',
  'domains/discovery/search/model/facets',
  'domains/discovery/search/model/search-attributes',
  'domains/catalogue/model/category.ts',
];
/** Cart page and cart dropdown. */
const CART = [
  'domains/selling/cart/ui/',
  'domains/selling/cart/model/',
  'domains/selling/cart/messages/cart',
  'domains/selling/shipping/model/fees',
];
/** Parts of the cart that the cart page does not need at first. */
const NOT_CART = [
  'domains/selling/cart/ui/CartLink',
  'domains/selling/cart/ui/CartProvider',
  'domains/selling/cart/ui/lazy-cart-store',
  'domains/selling/cart/ui/EmptyCart',
  'domains/selling/cart/ui/guest-checkout',
  'domains/selling/cart/model/cart.ts',
  'domains/selling/cart/model/contained-tax',
];
/** URLs of lists. */
const LIST_URLS = [
  'routes/list-url',
  'domains/discovery/search/model/url-state',
  'domains/discovery/search/model/state.ts',
  'domains/catalogue/model/category-labels',
];
/** Account pages. Modules that other pages share with them are separate. */
const ACCOUNT = ['domains/customers/account/ui/', 'lib/browser/query-cache'];
const NOT_ACCOUNT = ['domains/customers/account/ui/load-account-details', 'domains/customers/account/ui/FavouritesSection'];
/** Guests see no more of the account than this. */
const ACCOUNT_SKELETON = ['domains/customers/account/ui/AccountSkeleton'];
/** Modules that late scripts of every page share with the account, the hosted sign-in pages and others. */
const LATE = [
  'lib/browser/fetch-transport',
  'lib/browser/random-id',
  'lib/email',
  'domains/outbound/analytics/ui/redact-url',
  'domains/catalogue/contract',
  'domains/customers/identity/model/claims',
  'domains/customers/identity/contract',
  'domains/customers/identity/model/errors',
  'domains/customers/consent/model/marketing',
  'domains/selling/gift-cards/messages',
  'domains/selling/shipping/contract',
  'domains/selling/cart/model/cart.ts',
  'domains/selling/cart/model/contained-tax',
  'domains/selling/cart/model/line-name',
  'domains/selling/cart/ui/guest-checkout-path',
  'markets/alcohol-law',
  'ui/EmptyState',
];
const HOSTED = [
  'domains/customers/identity/ui/AuthField',
  'domains/customers/identity/ui/AuthLayout',
  'domains/customers/identity/ui/EmailLinkSteps',
  'domains/customers/identity/messages/hosted',
  'domains/customers/identity/messages/hosted',
  'domains/customers/identity/model/password-rules',
];
/** Modules of single pages, with their texts. */
const PAGE_PARTS = [
  'routes/_shop/clubs/',
  'routes/_shop/content/',
  'routes/_shop/home/',
  'routes/_shop/loyalty/',
  'routes/_shop/messages',
  'routes/_checkout/messages',
];
const SHARED = [
  'domains/outbound/analytics/',
  'routes/',
  'domains/selling/cart/',
  'domains/catalogue/',
  'domains/selling/checkout/ui/one-click/',
  'domains/selling/promotions/',
  'domains/discovery/favourites/',
  'domains/customers/identity/',
  'markets/',
  'lib/',
  'domains/discovery/search/',
  'packages/search-engine/',
  'domains/selling/shipping/',
  'ui/',
];
/** Modules that only later scripts use. */
const LAZY_MODULES = [
  'domains/outbound/analytics/ui/redact-url',
  'domains/outbound/analytics/ui/impressions',
  'ui/EmptyIllustration',
  'domains/catalogue/model/category-headings',
  'routes/_shop/list/list-headings',
  'routes/_shop/list/messages/headings',
  'routes/_shop/list/messages/no-results',
  'routes/_shop/list/OtherSiteLink',
  'routes/_shop/list/SuggestedOffers',
  'routes/messages/navigation',
  'lib/json.ts',
  'ui/fill-message',
  'domains/discovery/search/model/list-shape',
  'domains/customers/loyalty/model/tier-selection',
  'domains/catalogue/model/slug',
  'domains/catalogue/model/import/',
  'domains/selling/checkout/model/one-click.ts',
  'domains/selling/checkout/ui/one-click/run-one-click',
  'domains/customers/identity/model/auth-user',
  'domains/customers/identity/model/claims',
  'domains/customers/identity/model/person-name',
  'markets/alcohol-law',
  'markets/delivery',
  'markets/au-delivery',
  'markets/sg-delivery',
  'lib/email-field',
  'lib/email',
  'lib/is-storable-text',
  'domains/discovery/search/model/landings',
  'domains/selling/cart/messages/cart',
  'domains/selling/cart/messages/lazy-parts',
  'domains/selling/cart/model/cart-reducer',
  'domains/selling/cart/model/cart.ts',
  'domains/selling/cart/model/contained-tax',
  'domains/selling/cart/ui/guest-checkout',
  'domains/customers/identity/contract',
  'domains/customers/identity/model/errors',
  'domains/discovery/favourites/messages.ts',
  'domains/discovery/search/messages/filters.ts',
  'domains/discovery/search/messages/suggestions.ts',
  'ui/EmptyState',
  'ui/form/',
  'lib/browser/random-id',
  'lib/browser/fetch-transport',
  'domains/selling/shipping/model/fees',
  'domains/selling/shipping/model/localities',
  'domains/selling/shipping/messages',
  'domains/selling/shipping/ui/',
  'domains/selling/shipping/model/business-days',
  'domains/selling/shipping/model/delivery-estimate',
  'domains/selling/shipping/model/postcode-state',
  'domains/selling/shipping/model/public-holidays',
];
const APART = [...OFFER, ...LIST, ...HOSTED, ...ACCOUNT, ...LATE, 'ui/form/', ...PAGE_PARTS, ...LAZY_MODULES];

const inSource = (id: string): string => id.replaceAll('\\', '/').replace(/^.*\/(?=packages\/)|^.*\/src\//, '');
const beginsWith = (id: string, beginnings: readonly string[]): boolean => beginnings.some((each) => inSource(id).startsWith(each));
/** Style sheets stay with their importers: one that few pages need must not delay the first paint of all. */
const ownCode = (id: string): boolean => !id.includes('node_modules') && !id.includes('.css');

/** Groups of the bundler. A module goes to the first group that matches, by priority. */
export const CHUNKS = [
  { name: 'vendor', test: VENDOR, priority: 50 },
  { name: 'layout', test: (id: string) => ownCode(id) && beginsWith(id, LAYOUT), priority: 45 },
  {
    name: 'shared',
    test: (id: string) => ownCode(id) && beginsWith(id, SHARED) && !beginsWith(id, APART),
    minShareCount: 3,
    priority: 40,
  },
  { name: 'list-urls', test: (id: string) => ownCode(id) && beginsWith(id, LIST_URLS), priority: 44 },
  { name: 'account-skeleton', test: (id: string) => ownCode(id) && beginsWith(id, ACCOUNT_SKELETON), priority: 6 },
  {
    name: 'account',
    test: (id: string) => ownCode(id) && beginsWith(id, ACCOUNT) && !beginsWith(id, NOT_ACCOUNT),
    priority: 5,
  },
  { name: 'offer', test: (id: string) => ownCode(id) && beginsWith(id, OFFER), minShareCount: 2, priority: 30 },
  {
    name: 'list',
    test: (id: string) => ownCode(id) && beginsWith(id, LIST) && !beginsWith(id, LAZY_MODULES),
    minShareCount: 2,
    priority: 20,
  },
  {
    name: 'cart',
    test: (id: string) => ownCode(id) && beginsWith(id, CART) && !beginsWith(id, NOT_CART),
    minShareCount: 2,
    priority: 15,
  },
  { name: 'late', test: (id: string) => ownCode(id) && beginsWith(id, LATE), priority: 12 },
  { name: 'hosted', test: (id: string) => ownCode(id) && beginsWith(id, HOSTED), priority: 10 },
];
