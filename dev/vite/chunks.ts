/**
 * Which scripts travel together (docs/decisions/0032-first-load.md). What several pages use is one file, since small files apart
 * compress badly; what only offers in full, only lists or only the hosted sign-in pages show stays out of it.
 */
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;

/** Beginnings of paths in src/. */
const OFFER = ['app/web/pages/offer/', 'catalogue/aroma-wheel', 'catalogue/web/AromaWheel', 'catalogue/web/TasteScales'];
const LIST = [
  'app/web/pages/list/',
  'search/value-words',
  'search/price-stops',
  'search/web/use-list',
  'search/web/use-own-list',
  'search/web/use-facet',
  'search/web/PriceFilter',
  'search/web/FilterPanel',
  'search/web/Facet',
  'search/web/ActivePills',
  'search/price-range',
  'catalogue/web/CardSkeleton',
  'ui/page-numbers',
  'ui/web/Paging',
];
const HOSTED = ['identity/web/Hosted', 'identity/web/Social', 'identity/hosted-messages', 'identity/password-rules'];
const SHARED = [
  'analytics/',
  'app/',
  'cart/',
  'catalogue/',
  'checkout/web/one-click/',
  'coupons/',
  'favourites/',
  'identity/',
  'market/',
  'platform/',
  'search/',
  'search-engine/',
  'shipping/',
  'ui/',
];
/** What only later scripts use. */
const LAZY_MODULES = [
  'analytics/web/safe-address',
  'analytics/web/shown-hits',
  'ui/web/EmptyDrawing',
  'catalogue/category-shelves',
  'app/web/pages/list/list-words',
  'search/list-shape',
  'loyalty/tier-selection',
  'app/redirects',
  'catalogue/slug',
  'checkout/one-click.ts',
  'checkout/web/one-click/one-click-run',
  'identity/person-name',
  'market/alcohol-law',
  'platform/email',
  'platform/storable-text',
  'search/landings',
  'shipping/localities',
  'shipping/web/',
  'shipping/business-days',
  'shipping/delivery-estimate',
  'shipping/postcode-state',
  'shipping/public-holidays',
];
const APART = [...OFFER, ...LIST, ...HOSTED, 'app/web/pages/content/', ...LAZY_MODULES];

const inSource = (id: string): string => id.replaceAll('\\', '/').split('/src/').at(-1) ?? '';
const beginsWith = (id: string, beginnings: readonly string[]): boolean => beginnings.some((each) => inSource(id).startsWith(each));
/** Style sheets stay with who imports them: one that few pages need must not hold up the first paint of all. */
const ownCode = (id: string): boolean => !id.includes('node_modules') && !id.includes('.css');

/** The bundler's groups; a file goes to the first that takes it, by priority. */
export const CHUNKS = [
  { name: 'vendor', test: VENDOR, priority: 50 },
  {
    name: 'shared',
    test: (id: string) => ownCode(id) && beginsWith(id, SHARED) && !beginsWith(id, APART),
    minShareCount: 3,
    priority: 40,
  },
  { name: 'offer', test: (id: string) => ownCode(id) && beginsWith(id, OFFER), minShareCount: 2, priority: 30 },
  { name: 'list', test: (id: string) => ownCode(id) && beginsWith(id, LIST) && !beginsWith(id, LAZY_MODULES), minShareCount: 2, priority: 20 },
  { name: 'hosted', test: (id: string) => ownCode(id) && beginsWith(id, HOSTED), priority: 10 },
];
