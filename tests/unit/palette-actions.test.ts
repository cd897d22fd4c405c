import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PALETTE_ACTIONS } from '#domains/staff/messages/palette-actions.ts';
import { isPermission, PERMISSION_NAMES, type Permission } from '#domains/staff/model/permissions.ts';
import { ACTIONS, paletteActions } from '#routes/office/palette-actions.ts';
import { routes } from '#routes/office/routes.tsx';

const DOMAINS = fileURLToPath(new URL('../../src/domains', import.meta.url));
/** Actions that everyone may do. */
const FOR_EVERYONE = ['newApiKey', 'useLight', 'useDark', 'useDevice', 'copyAddress', 'signOut'];
const named = Object.entries(ACTIONS);

/** Returns the text of every screen that offers actions. */
async function readScreens(): Promise<string> {
  const files = (await readdir(DOMAINS, { recursive: true })).filter((name) => /ui\/office\/.*\.tsx$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(DOMAINS, name), 'utf8')));
  return texts.filter((text) => /use(?:Record|Screen)Actions\(\{/.test(text)).join('\n');
}

const listed = (permissions: readonly Permission[]): readonly string[] =>
  paletteActions(permissions, { open: () => undefined, signOut: () => undefined }).map(({ id }) => id.replace('do:', ''));

describe('actions of the palette', () => {
  test('each have a name of their own', () => {
    const labels = Object.values(PALETTE_ACTIONS).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('each name a permission, unless everyone may do them', () => {
    expect(named.filter(([, { permission }]) => permission === null).map(([name]) => name)).toEqual(FOR_EVERYONE);
    expect(named.filter(([, { permission }]) => permission !== null && !isPermission(permission))).toEqual([]);
  });

  test.each(named)('%s leads to a screen that exists and starts there', async (name, { start }) => {
    if ('now' in start) return expect(start.now).toBeTypeOf('function');
    const path = 'form' in start ? start.form : 'dialog' in start ? start.dialog : start.record.replace(/:\w+/, '1');
    const route = matchRoutes(routes, path)?.at(-1)?.route.path;
    expect(route).toBeDefined();
    expect(route).not.toBe('*');
    if (!('form' in start)) expect(await readScreens()).toMatch(new RegExp(`\\b${name}: `));
  });

  test('are listed for those who may do them and see the screen', () => {
    expect(listed([])).toEqual(FOR_EVERYONE);
    expect(listed(['staff.read'])).toEqual(FOR_EVERYONE);
    expect(listed(['staff.write'])).toEqual(FOR_EVERYONE);
    expect(listed(['staff.read', 'staff.write'])).toEqual(['inviteStaff', 'newRole', ...FOR_EVERYONE]);
    expect(listed(PERMISSION_NAMES)).toEqual(named.filter(([, { start }]) => !('record' in start)).map(([name]) => name));
  });

  test('open the screen with the action in its address', () => {
    const opened: string[] = [];
    const actions = paletteActions(PERMISSION_NAMES, { open: (path) => opened.push(path), signOut: () => undefined });
    for (const id of ['do:inviteStaff', 'do:newWine']) actions.find((action) => action.id === id)?.run();
    expect(opened).toEqual(['/staff?action=inviteStaff', '/wines/new']);
  });
});
