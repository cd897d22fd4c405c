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

/** Returns true if a page of a template may have the path. */
export const isAllowedPath = (template: TemplateName, path: string): boolean => PATTERNS[template].test(path);
