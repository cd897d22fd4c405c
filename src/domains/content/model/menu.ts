/** Menus of a site: links of the retailer, and the content pages that ask for a place. */
import type { MenuEntry, MenuName, Menus } from '#domains/settings/model/groups/menus.ts';
import type { PageRecord } from './record.ts';

/** A page in the column of the footer that it asks for. */
export interface PlacedPage {
  readonly group: NonNullable<PageRecord['menu']>['group'];
  readonly label: string;
  readonly to: string;
}

/** Returns the pages that have a place in the menu, by position, then by label. */
export const menuOf = (pages: readonly Pick<PageRecord, 'menu' | 'path'>[]): PlacedPage[] =>
  pages
    .flatMap(({ menu, path }) => (menu ? [{ ...menu, to: path }] : []))
    .sort((a, b) => a.position - b.position || a.label.localeCompare(b.label))
    .map(({ group, label, to }) => ({ group, label, to }));

interface Link {
  readonly label: string;
  readonly to: string;
}

/**
 * Returns the links of a menu. Pages stand where their place is; a page that is linked by name is not repeated.
 * @param isShown returns false for a link whose target visitors cannot see
 */
export function resolveMenu(entries: readonly MenuEntry[], pages: readonly Link[], isShown: (to: string) => boolean = () => true): Link[] {
  const named = new Set(entries.filter(({ kind }) => kind === 'link').map(({ to }) => to));
  return entries.flatMap(({ kind, label, to }) => {
    if (kind === 'pages') return pages.filter((page) => !named.has(page.to)).map((page) => ({ label: page.label, to: page.to }));
    return isShown(to) ? [{ label, to }] : [];
  });
}

/** Headings of menus, where they differ from the usual ones. */
export type MenuTitles = Readonly<Partial<Record<MenuName, string>>>;

/** Returns the headings that the retailer chose. @returns null if there are none */
export function titlesOf(menus: Partial<Menus>): MenuTitles | null {
  const titles = Object.entries(menus).flatMap(([name, list]) => (list && list.title !== '' ? [[name, list.title]] : []));
  return titles.length > 0 ? Object.fromEntries(titles) : null;
}
