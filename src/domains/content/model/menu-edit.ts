/** What the editor of menus works with: links with keys, moves, and what is wrong with them. */

import {
  isPageMenu,
  MENU_NAMES,
  MENUS,
  type MenuEntry,
  type MenuList,
  type MenuName,
  type Menus,
} from '#domains/settings/model/groups/menus.ts';
import { checkValue } from '#domains/settings/model/parse-value.ts';

/** Returns the list of a menu: what was saved, else what the release has. */
export const listOf = (menus: Menus, name: MenuName, defaults: Readonly<Record<MenuName, MenuList>>): MenuList =>
  menus[name] ?? { title: '', links: defaults[name].links };

const isSameList = (a: MenuList, b: MenuList): boolean => JSON.stringify([a.title, a.links]) === JSON.stringify([b.title, b.links]);

const ordered = ({ title, links }: MenuList): MenuList => ({
  title,
  links: links.map(({ kind, label, to }) => ({ kind, label, to })),
});

/** Replaces a list. A list that is as the release has it is stored as null, so that it follows later releases. */
export function withList(menus: Menus, name: MenuName, list: MenuList, defaults: Readonly<Record<MenuName, MenuList>>): Menus {
  const asDefault = ordered({ title: '', links: defaults[name].links });
  const next = ordered(list);
  return { ...menus, [name]: isSameList(next, asDefault) ? null : { title: next.title, links: [...next.links] } };
}

/** Returns the menus that differ. */
export const changedMenus = (a: Menus, b: Menus, defaults: Readonly<Record<MenuName, MenuList>>): MenuName[] =>
  MENU_NAMES.filter((name) => !isSameList(ordered(listOf(a, name, defaults)), ordered(listOf(b, name, defaults))));

/** Applies the menus that differ between `base` and `draft` to another value. */
export const mergeMenus = (base: Menus, draft: Menus, current: Menus, defaults: Readonly<Record<MenuName, MenuList>>): Menus => {
  const own = changedMenus(base, draft, defaults);
  return { ...current, ...Object.fromEntries(own.map((name) => [name, draft[name]])) };
};

/** Moves a link before the place `to`, counted in the list as it is. */
export function moveLink(links: readonly MenuEntry[], from: number, to: number): MenuEntry[] {
  const moved = links[from];
  if (!moved) return [...links];
  return [...links.slice(0, to).filter((link) => link !== moved), moved, ...links.slice(to).filter((link) => link !== moved)];
}

/** Returns the menus that can take a link: not those that have it, and pages only where they may ask for a place. */
export const menusFor = (entry: MenuEntry, from: MenuName, menus: Menus, defaults: Readonly<Record<MenuName, MenuList>>): MenuName[] =>
  MENU_NAMES.filter(
    (name) =>
      name !== from &&
      (entry.kind === 'link' || isPageMenu(name)) &&
      !listOf(menus, name, defaults).links.some(({ kind, to }) => kind === entry.kind && to === entry.to),
  );

/** A problem of menus: the list, the link in it, and a sentence. */
export interface MenuIssue {
  readonly name: MenuName;
  /** Null for the whole list. */
  readonly index: number | null;
  readonly message: string;
}

/** Returns what prevents menus from being saved. */
export function menuIssues(site: string, menus: Menus): MenuIssue[] {
  return checkValue(MENUS, site, menus).issues.flatMap(({ path, message }) => {
    const name = MENU_NAMES.find((each) => each === path[0]);
    const [, , index] = path;
    return name ? [{ name, index: typeof index === 'number' ? index : null, message }] : [];
  });
}
