/** Links in header, menu and footer of a site. The office edits them on a screen of its own. */
import { z } from 'zod';
import { field, line, type SettingIssue, settingGroup } from '../setting-group.ts';

/**
 * `header`: links of the bar. `menu`: first list behind the menu button. `shop`, `read`, `help`, `about`: columns of the footer; `read` and
 * `help` are also behind the menu button.
 */
export const MENU_NAMES = ['header', 'menu', 'shop', 'read', 'help', 'about'] as const;
export type MenuName = (typeof MENU_NAMES)[number];

/** Menus in which a content page can ask for a place. */
export const PAGE_MENUS = ['shop', 'read', 'help', 'about'] as const satisfies readonly MenuName[];
export type PageMenu = (typeof PAGE_MENUS)[number];

/** Returns true for a menu in which content pages can ask for a place. */
export const isPageMenu = (name: string): name is PageMenu => PAGE_MENUS.some((each) => each === name);

/** The bar has room for this many links at 1280 pixels. */
const MAX_HEADER_LINKS = 7;
const MAX_LINKS = 40;

const ADDRESS = /^(?:\/(?!\/)[^\s\\]*|https:\/\/[^\s\\]+|mailto:[^\s@]+@[^\s]+|tel:\+?[\d-]+)$/;

/** Returns true if a menu may link to an address. */
export const isMenuAddress = (address: string): boolean => ADDRESS.test(address);

/** A link, or the place of the pages that ask for one in this menu. */
const entry = z.object({
  kind: z.enum(['link', 'pages']).default('link'),
  label: line(40).default(''),
  to: line(500).default(''),
});

const list = z
  .object({ title: line(30).default('').describe('Heading; empty for the usual one'), links: z.array(entry).max(MAX_LINKS) })
  .nullable()
  .default(null);

export type MenuEntry = z.output<typeof entry>;
export interface MenuList {
  /** Heading. Empty for the usual one. */
  readonly title: string;
  readonly links: readonly MenuEntry[];
}

function checkLink({ kind, label, to }: MenuEntry, name: MenuName): { readonly field: string; readonly message: string } | null {
  if (kind === 'pages') return isPageMenu(name) ? null : { field: 'kind', message: 'pages have no place of their own in this menu' };
  if (label === '') return { field: 'label', message: 'must not be empty' };
  if (!isMenuAddress(to)) return { field: 'to', message: 'must be a path such as /delivery, or an address that begins with https://' };
  return null;
}

function checkList(name: MenuName, { links }: MenuList): SettingIssue[] {
  const max = name === 'header' ? MAX_HEADER_LINKS : MAX_LINKS;
  const issues = links.flatMap((link, index): SettingIssue[] => {
    const problem = checkLink(link, name);
    if (problem) return [{ path: [name, 'links', index, problem.field], message: problem.message }];
    const isRepeated = links.slice(0, index).some(({ kind, to }) => kind === link.kind && to === link.to);
    return isRepeated ? [{ path: [name, 'links', index, 'to'], message: 'is in this menu already' }] : [];
  });
  return links.length > max ? [...issues, { path: [name, 'links'], message: `has room for ${max} links` }] : issues;
}

export const MENUS = settingGroup({
  id: 'menus',
  area: 'sites',
  scope: 'site',
  isInner: true,
  title: 'Menus',
  help: 'Links in header, menu and footer.',
  schema: z.object({
    header: field(list, { title: 'Header' }),
    menu: field(list, { title: 'Menu button' }),
    shop: field(list, { title: 'Footer, first column' }),
    read: field(list, { title: 'Footer, second column' }),
    help: field(list, { title: 'Footer, third column' }),
    about: field(list, { title: 'Footer, fourth column' }),
  }),
  defaults: () => ({ header: null, menu: null, shop: null, read: null, help: null, about: null }),
  check: (value) =>
    MENU_NAMES.flatMap((name) => {
      const found = value[name];
      return found ? checkList(name, found) : [];
    }),
});

/** The menus of a site. Null for one that is as the release has it. */
export type Menus = z.output<typeof MENUS.schema>;
