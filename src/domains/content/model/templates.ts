/** Templates of content pages: their path and the list that links to them [CONT-23]. */
export interface Template {
  /** Path pattern; `:slug` is one segment. */
  readonly path: string;
  /** List of all pages of the template. Null if pages are reached by menus and links only. */
  readonly list: string | null;
  readonly isIndexed: boolean;
}

export const TEMPLATES = {
  home: { path: '/', list: null, isIndexed: true },
  content: { path: '/:slug', list: null, isIndexed: true },
  article: { path: '/vino-articles/:slug', list: '/vino-articles', isIndexed: true },
  event: { path: '/events/:slug', list: '/events', isIndexed: true },
  'gift-card': { path: '/gift-cards', list: null, isIndexed: true },
  'saved-search': { path: '/collections/:slug', list: '/collections', isIndexed: true },
  'open-offer': { path: '/open-offers/:slug', list: null, isIndexed: true },
  'secret-offer': { path: '/secret-offers/:slug', list: null, isIndexed: false },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as [TemplateName, ...TemplateName[]];

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*';
const PATTERNS = Object.fromEntries(
  TEMPLATE_NAMES.map((name) => [name, new RegExp(`^${TEMPLATES[name].path.replace(':slug', SLUG)}$`)]),
) as Record<TemplateName, RegExp>;

/** First segments of the shop's own pages. A content page with such a path would never be shown. */
export const RESERVED_SLUGS: readonly string[] = [
  'account',
  'articles',
  'auth-callback',
  'cart',
  'collections',
  'event-preview',
  'events',
  'favourites',
  'gift-cards',
  'guest-checkout',
  'loyalty',
  'offer-preview',
  'offline',
  'preferred-wines',
  'spirits',
  'tier-offers',
  'track-order',
  'unsubscribe',
  'vino-articles',
  'wine-clubs',
  'wines',
];

/** Returns true if the shop has a page of its own at the path of a content page. */
export const isReservedPath = (template: TemplateName, path: string): boolean =>
  template === 'content' && RESERVED_SLUGS.includes(path.slice(1));

/** Returns true if a page of a template may have the path. */
export const isAllowedPath = (template: TemplateName, path: string): boolean => PATTERNS[template].test(path);

/** Returns true for the home page and the first page of a part of the shop, such as `/wines`, which are always there. */
export const isOwnIndex = (path: string): boolean => hasOwnPage(path) && path.lastIndexOf('/') === 0;

/** Returns true if the shop itself shows something at a path, whatever pages the retailer has. */
export const hasOwnPage = (path: string): boolean => {
  const [, first = '', second] = path.split('/');
  if (path === '/') return true;
  if (!RESERVED_SLUGS.includes(first)) return false;
  const isOfTemplate = TEMPLATE_NAMES.some((name) => name !== 'content' && TEMPLATES[name].path === `/${first}/:slug`);
  return second === undefined || !isOfTemplate;
};
