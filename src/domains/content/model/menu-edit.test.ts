import { describe, expect, test } from 'vitest';
import { MENUS, type MenuEntry, type MenuList, type MenuName } from '#domains/settings/model/groups/menus.ts';
import { resolveMenu, titlesOf } from './menu.ts';
import { changedMenus, listOf, menuIssues, menusFor, mergeMenus, moveLink, withList } from './menu-edit.ts';

const link = (label: string, to: string): MenuEntry => ({ kind: 'link', label, to });
const PAGES: MenuEntry = { kind: 'pages', label: '', to: '' };
const NONE = MENUS.schema.parse({});
const EMPTY: MenuList = { title: '', links: [] };
const defaults: Readonly<Record<MenuName, MenuList>> = {
  header: { title: '', links: [link('Wine', '/wines'), link('Clubs', '/wine-clubs')] },
  menu: EMPTY,
  shop: { title: 'Shop', links: [link('Wine', '/wines'), PAGES] },
  read: EMPTY,
  help: EMPTY,
  about: { title: 'About us', links: [PAGES] },
};

describe('a menu', () => {
  test('shows pages where their place is, without those that are linked by name', () => {
    const pages = [link('About', '/about'), link('Terms', '/terms')];

    expect(resolveMenu([link('Terms of sale', '/terms'), PAGES, link('Last', '/last')], pages)).toEqual([
      { label: 'Terms of sale', to: '/terms' },
      { label: 'About', to: '/about' },
      { label: 'Last', to: '/last' },
    ]);
  });

  test('leaves out links that visitors cannot follow', () => {
    expect(resolveMenu([link('A', '/a'), link('B', '/b')], [], (to) => to === '/b')).toEqual([{ label: 'B', to: '/b' }]);
  });

  test('has a heading of its own only if one was chosen', () => {
    expect(titlesOf({ ...NONE, shop: { title: '', links: [] } })).toBeNull();
    expect(titlesOf({ ...NONE, shop: { title: 'Cellar', links: [] } })).toEqual({ shop: 'Cellar' });
  });
});

describe('an edited menu', () => {
  test('is stored as null again once it is as the release has it', () => {
    const moved = withList(NONE, 'header', { title: '', links: moveLink(defaults.header.links, 1, 0) }, defaults);
    const back = withList(moved, 'header', { title: '', links: moveLink(listOf(moved, 'header', defaults).links, 1, 0) }, defaults);

    expect(moved.header?.links.map(({ label }) => label)).toEqual(['Clubs', 'Wine']);
    expect(changedMenus(NONE, moved, defaults)).toEqual(['header']);
    expect(back).toEqual(NONE);
  });

  test('keeps what a colleague changed in other menus', () => {
    const own = withList(NONE, 'header', EMPTY, defaults);
    const theirs = withList(NONE, 'about', EMPTY, defaults);

    expect(changedMenus(NONE, mergeMenus(NONE, own, theirs, defaults), defaults)).toEqual(['header', 'about']);
  });

  test('gives a link only to menus that do not have it, and the place of pages only to those that may', () => {
    expect(menusFor(link('Wine', '/wines'), 'header', NONE, defaults)).not.toContain('shop');
    expect(menusFor(PAGES, 'shop', NONE, defaults)).toEqual(['read', 'help']);
  });

  test('names a problem with its menu and link', () => {
    const issues = menuIssues('au-wine', { ...NONE, read: { title: '', links: [link('A', '/a'), link('', '/b')] } });

    expect(issues).toEqual([{ name: 'read', index: 1, message: 'must not be empty' }]);
  });
});
