// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MenusView } from '#domains/content/menu-office-contract.ts';
import { MENUS } from '#domains/settings/model/groups/menus.ts';
import { instantInZone } from '#markets/market-day.ts';
import { closeToast, officeToasts } from '#ui/office/office-toasts.ts';
import { useMenus } from './use-menus.ts';

const ZONE = 'Australia/Sydney';
const at = (local: string): Date => instantInZone(ZONE, local) ?? new Date(Number.NaN);

const listOf = (label: string) => ({ title: '', links: [{ kind: 'link' as const, label, to: `/${label.toLowerCase()}` }] });
const RELEASE = MENUS.schema.parse({});
const EMPTY = { title: '', links: [] };
const AUTUMN = MENUS.schema.parse({ header: listOf('Autumn') });
const WINTER = MENUS.schema.parse({ header: listOf('Winter') });

const version = (revision: number, local: string, value: MenusView['value'], state: 'scheduled' | 'in_force') => ({
  revision,
  value,
  effectiveFrom: at(local).toISOString(),
  createdAt: at('2026-10-01T00:00').toISOString(),
  author: 'Kim',
  note: '',
  state,
});

/** The menus as the screen loads them the evening before the winter begins. */
const EVENING: MenusView = {
  sites: [{ id: 'au', name: 'Australia', market: 'AU' }],
  site: 'au',
  timeZone: ZONE,
  value: AUTUMN,
  defaults: { header: EMPTY, menu: EMPTY, shop: EMPTY, read: EMPTY, help: EMPTY, about: EMPTY },
  pages: { header: [], menu: [], shop: [], read: [], help: [], about: [] },
  problems: [],
  revision: 2,
  canChange: true,
  versions: [version(2, '2026-12-01T00:00', WINTER, 'scheduled'), version(1, '2026-10-01T00:00', AUTUMN, 'in_force')],
};

const saveMenus = vi.hoisted(() => vi.fn());
const revertMenus = vi.hoisted(() => vi.fn());
vi.mock('./load-menus.ts', () => ({ menuCalls: { saveMenus, revertMenus } }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-30T18:00') });
  saveMenus.mockReset().mockResolvedValue({ ok: true, value: { ...EVENING, value: RELEASE, revision: 3, versions: [] } });
  revertMenus.mockReset().mockResolvedValue({ ok: true, value: EVENING });
});
afterEach(() => {
  for (const { id } of officeToasts.current()) closeToast(id);
  vi.useRealTimers();
});

/** Saves the menu of help from a screen that was open over night. */
async function saveInTheMorning(): Promise<void> {
  const editor = renderHook(() => useMenus(EVENING)).result;
  vi.setSystemTime(at('2026-12-01T09:00'));
  act(() => editor.current.setList('help', listOf('Contact')));
  await act(async () => editor.current.save());
}

test('a screen that stays open over a scheduled moment saves on top of the menus that began', async () => {
  await saveInTheMorning();

  expect(saveMenus.mock.lastCall?.[0]).toMatchObject({ value: { ...WINTER, help: listOf('Contact') }, basedOn: 2, from: null });
});

test('undo returns to the menus that began while the screen was open', async () => {
  await saveInTheMorning();

  await act(async () => officeToasts.current()[0]?.action?.run());

  expect(revertMenus.mock.lastCall?.[0]).toMatchObject({ revision: 2, basedOn: 3 });
});
