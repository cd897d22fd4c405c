/** Headings of menus until the retailer chooses others. The header has none. */
import type { MenuName } from '#domains/settings/model/groups/menus.ts';

export const DEFAULT_TITLES = {
  header: '',
  menu: 'Shop',
  shop: 'Shop',
  read: 'Explore',
  help: 'Help',
  about: 'About us',
} as const satisfies Readonly<Record<MenuName, string>>;
