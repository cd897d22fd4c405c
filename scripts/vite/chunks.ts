/**
 * Groups modules into chunks (docs/decisions/0032-initial-page-load.md). Modules of several pages are one file, because separate
 * small files compress badly. Modules that only offer pages, lists or the hosted sign-in pages use are separate.
 */
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;

/** Path prefixes in src/ of modules that most pages need at once. Modules that these import statically are in the same chunk. */
const SHARED = [
  'root.tsx',
  'routes/_layout/head',
  'routes/_shop/BuyableOfferCard',
  'domains/selling/checkout/ui/one-click/OneClickSlot',
  'domains/discovery/search/ui/use-personalised.ts',
  'domains/catalogue/ui/PriceRow',
  'lib/browser/late-work',
  'lib/browser/report-error',
  'domains/catalogue/messages/numbers',
  'lib/extremes',
  'routes/_layout/json-ld',
  'ui/Breadcrumbs',
];
/** Loader of lazy parts, which the bundler adds. */
const PRELOAD_HELPER = 'vite/preload-helper';
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
/** Cart page and cart dropdown. */
const CART = [
  'domains/selling/cart/ui/',
  'domains/selling/cart/model/',
  'domains/selling/cart/messages/cart',
  'domains/selling/shipping/model/fees',
];
/** Parts of the cart that the cart page does not need for the first load. */
const NOT_CART = [
  'domains/selling/cart/ui/EmptyCart',
  'domains/selling/cart/ui/cached-carts',
  'domains/selling/cart/ui/guest-checkout',
  'domains/selling/cart/model/cart.ts',
  'domains/selling/cart/model/contained-tax',
];
/** Delivery estimate of cart, offer and home. */
const DELIVERY = [
  'domains/selling/cart/ui/CartDelivery',
  'domains/selling/shipping/ui/DeliveryEstimate',
  'domains/selling/shipping/ui/find-estimate',
  'domains/selling/shipping/ui/saved-estimate',
];
/** URLs of lists. */
const LIST_URLS = [
  'routes/list-url',
  'domains/discovery/search/model/url-state',
  'domains/discovery/search/model/state.ts',
  'domains/catalogue/model/category-labels',
  'domains/catalogue/model/category-display',
];
/** Checkout. The account shows orders and addresses with its modules. */
const CHECKOUT = ['domains/selling/checkout/', 'routes/_checkout/CheckoutLayout', 'routes/_checkout/messages'];
const NOT_CHECKOUT = [
  'domains/selling/checkout/ui/one-click/',
  'domains/selling/checkout/messages/one-click',
  'domains/selling/checkout/model/one-click',
  'domains/selling/checkout/model/cart-in-region',
];
/** What the buttons of one-click checkout share. */
const ONE_CLICK = [
  'domains/selling/checkout/ui/one-click/use-home-total',
  'domains/selling/checkout/messages/one-click',
  'domains/selling/checkout/model/one-click',
  'domains/selling/checkout/model/cart-in-region',
];
/** Style sheets of the checkout. Only account and clubs use them as well. */
const CHECKOUT_STYLES = [...CHECKOUT, 'ui/styles/form-page', 'ui/styles/callout'];
/** Account pages. Modules that other pages share with them are separate. */
const ACCOUNT = ['domains/customers/account/ui/'];
const NOT_ACCOUNT = ['domains/customers/account/ui/load-account-details', 'domains/customers/account/ui/FavouritesSection'];
/** Guests load no more of the account than this: its skeleton, and what actions of its pages import. */
const ACCOUNT_SKELETON = ['domains/customers/account/ui/AccountSkeleton'];
const ACCOUNT_CALLS = [
  'domains/customers/account/ui/use-account',
  'domains/customers/account/contract',
  'lib/browser/query-cache',
  'ui/form/form-errors',
];
/** What the pages of an order share: in the account, after payment and by a link. */
const ORDERS = ['domains/selling/orders/', 'domains/selling/claims/'];
/** Modules that late scripts of every page share with the account, the hosted sign-in pages and others. */
const LATE = [
  'lib/browser/fetch-transport',
  'lib/email',
  'domains/customers/consent/model/marketing',
  'domains/catalogue/contract',
  'domains/customers/identity/contract',
  'domains/customers/identity/model/errors',
  'domains/selling/gift-cards/messages',
  'domains/selling/shipping/contract',
  'domains/selling/cart/model/cart.ts',
  'domains/selling/cart/model/contained-tax',
  'domains/selling/cart/model/line-name',
  'domains/selling/cart/ui/cached-carts',
  'domains/selling/cart/ui/guest-checkout-path',
  'markets/alcohol-law',
  'ui/EmptyState',
];
/** Modules that every page loads when it is idle. */
const IDLE = [
  'routes/_layout/IdlePrefetch',
  'domains/outbound/push/ui/PushSwitch',
  'domains/selling/checkout/ui/one-click/OneClickResumption',
  'routes/_shop/IdleParts',
];
/** Sign-in pages need it for the first load. */
const REDACTION = 'domains/outbound/analytics/ui/redact-url';
/** Fields of forms. */
const FORM = ['ui/form/', 'ui/fill-message'];
const HOSTED = [
  'domains/customers/identity/ui/AuthField',
  'domains/customers/identity/ui/AuthLayout',
  'domains/customers/identity/ui/EmailLinkSteps',
  'domains/customers/identity/messages/hosted',
  'domains/customers/identity/messages/hosted',
  'lib/password-rules',
];
/** Parts of lists that are loaded later. */
const NOT_LIST = [
  'routes/_shop/list/list-headings',
  'routes/_shop/list/messages/headings',
  'routes/_shop/list/messages/no-results',
  'routes/_shop/list/OtherSiteLink',
  'routes/_shop/list/SuggestedOffers',
];
const inSource = (id: string): string => id.replaceAll('\\', '/').replace(/^.*\/(?=packages\/)|^.*\/src\//, '');
const beginsWith = (id: string, beginnings: readonly string[]): boolean => beginnings.some((each) => inSource(id).startsWith(each));
/** Style sheets stay with their importers: one that few pages need must not delay the first paint of all. */
const ownCode = (id: string): boolean => !id.includes('node_modules') && !id.includes('.css');

/** Groups of the bundler. A module goes to the first group that matches, by priority. */
export const CHUNKS = [
  { name: 'vendor', test: VENDOR, priority: 50 },
  {
    name: 'shared',
    test: (id: string) => id.includes(PRELOAD_HELPER) || (ownCode(id) && !id.includes('?') && beginsWith(id, SHARED)),
    priority: 46,
  },
  { name: 'list-urls', test: (id: string) => ownCode(id) && beginsWith(id, LIST_URLS), priority: 44 },
  {
    name: 'checkout-styles',
    test: (id: string) => id.includes('.css') && beginsWith(id, CHECKOUT_STYLES) && !beginsWith(id, NOT_CHECKOUT),
    priority: 8,
  },
  {
    name: 'checkout',
    test: (id: string) => ownCode(id) && beginsWith(id, CHECKOUT) && !beginsWith(id, NOT_CHECKOUT),
    minShareCount: 2,
    priority: 7,
  },
  { name: 'one-click', test: (id: string) => ownCode(id) && beginsWith(id, ONE_CLICK), minShareCount: 2, priority: 7 },
  { name: 'orders', test: (id: string) => ownCode(id) && beginsWith(id, ORDERS), minShareCount: 2, priority: 4 },
  { name: 'account-skeleton', test: (id: string) => ownCode(id) && beginsWith(id, ACCOUNT_SKELETON), priority: 6 },
  { name: 'account-calls', test: (id: string) => ownCode(id) && beginsWith(id, ACCOUNT_CALLS), priority: 6 },
  {
    name: 'account',
    test: (id: string) => ownCode(id) && beginsWith(id, ACCOUNT) && !beginsWith(id, NOT_ACCOUNT),
    priority: 5,
  },
  { name: 'offer', test: (id: string) => ownCode(id) && beginsWith(id, OFFER), minShareCount: 2, priority: 30 },
  {
    name: 'list',
    test: (id: string) => ownCode(id) && beginsWith(id, LIST) && !beginsWith(id, NOT_LIST),
    minShareCount: 2,
    priority: 20,
  },
  {
    name: 'cart',
    test: (id: string) => ownCode(id) && beginsWith(id, CART) && !beginsWith(id, NOT_CART),
    minShareCount: 2,
    priority: 15,
  },
  { name: 'redact-url', test: (id: string) => beginsWith(id, [REDACTION]), priority: 14 },
  { name: 'idle', test: (id: string) => ownCode(id) && beginsWith(id, IDLE), priority: 13 },
  { name: 'late', test: (id: string) => ownCode(id) && beginsWith(id, LATE), priority: 12 },
  { name: 'delivery', test: (id: string) => ownCode(id) && beginsWith(id, DELIVERY), priority: 16 },
  { name: 'form', test: (id: string) => ownCode(id) && beginsWith(id, FORM), priority: 11 },
  { name: 'hosted', test: (id: string) => ownCode(id) && beginsWith(id, HOSTED), priority: 10 },
];
