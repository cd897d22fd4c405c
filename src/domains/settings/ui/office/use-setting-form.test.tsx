// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeGroup } from '#domains/settings/model/describe-group.ts';
import { HOSTED_SEARCH } from '#domains/settings/model/groups/integrations.ts';
import { SHIPPING } from '#domains/settings/model/groups/shipping.ts';
import type { SettingGroup } from '#domains/settings/model/setting-group.ts';
import { type SettingVersionView, type SettingView, settingOfficeContract } from '#domains/settings/office-contract.ts';
import { instantInZone } from '#markets/market-day.ts';
import { formatMoment } from '#ui/office/format-time.ts';
import { useSettingForm } from './use-setting-form.ts';

type Saved = Readonly<Record<string, unknown>> & { readonly value: Readonly<Record<string, unknown>> };

const saveSetting = vi.hoisted(() => vi.fn(async (_input: Saved) => ({ ok: false, code: 'offline', title: 'Offline', status: 0 })));
vi.mock('react-router', () => ({ useRevalidator: () => ({ revalidate: async () => {} }) }));
vi.mock('./setting-calls.ts', () => ({ settingCalls: { saveSetting } }));

const ZONE = 'Australia/Sydney';
const at = (local: string): Date => instantInZone(ZONE, local) ?? new Date(Number.NaN);

const FEE_10 = { fee: 10, zones: [], freeFromCases: 3, freeFromValue: null, singleBottlesCount: true, freeMessage: 'Free' };
const FEE_12 = { ...FEE_10, fee: 12 };

beforeEach(() => {
  saveSetting.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-30T18:00') });
});
afterEach(() => vi.useRealTimers());

const version = (revision: number, local: string, value: SettingVersionView['value'], more: Partial<SettingVersionView> = {}) => ({
  revision,
  value,
  secrets: [],
  effectiveFrom: at(local).toISOString(),
  createdAt: at('2026-10-01T00:00').toISOString(),
  author: 'Kim',
  note: '',
  state: 'scheduled' as const,
  ...more,
});

/** Opens the form of a group in the evening, with what is scheduled. */
function openForm(definition: SettingGroup, value: SettingView['value'], ...scheduled: readonly SettingVersionView[]) {
  const view = settingOfficeContract.setting.output.parse({
    group: {
      ...describeGroup(definition),
      hasTest: false,
      scopes: [{ id: 'AU', label: 'Australia', timeZone: ZONE, isDefault: false, savedAt: null, author: '', scheduled: scheduled.length }],
    },
    scope: 'AU',
    value,
    defaults: value,
    secrets: [],
    revision: scheduled.length + 1,
    canChange: true,
    fixedBy: null,
    versions: [...scheduled, version(1, '2026-10-01T00:00', value, { state: 'in_force' })],
  });
  return renderHook(() => useSettingForm(view)).result;
}

test('a form that stays open over a scheduled moment saves on top of what began', async () => {
  const form = openForm(SHIPPING, FEE_10, version(2, '2026-12-01T00:00', FEE_12));
  vi.setSystemTime(at('2026-12-01T09:00'));

  act(() => form.current.change('freeFromCases', 6));
  await act(async () => void form.current.save());

  expect(saveSetting.mock.lastCall?.[0]).toMatchObject({ value: { ...FEE_12, freeFromCases: 6 }, basedOn: 2, from: null });
});

test('a change for later starts from what began while the form was open', async () => {
  const form = openForm(SHIPPING, FEE_10, version(2, '2026-12-01T00:00', FEE_12));
  vi.setSystemTime(at('2026-12-01T09:00'));

  act(() => {
    form.current.change('freeFromCases', 6);
    form.current.setIsLater(true);
    form.current.setFrom('2026-12-24T00:00');
  });
  await act(async () => void form.current.save());

  expect(saveSetting.mock.lastCall?.[0]).toMatchObject({ value: { ...FEE_12, freeFromCases: 6 }, from: '2026-12-24T00:00' });
});

test('the form names what is still to come and has what its change is applied to, not what began', () => {
  const later = version(3, '2026-12-24T00:00', { ...FEE_12, freeFromCases: 4 });
  const form = openForm(SHIPPING, FEE_10, later, version(2, '2026-12-01T00:00', { ...FEE_12, freeFromCases: 4 }));
  vi.setSystemTime(at('2026-12-01T09:00'));

  act(() => form.current.change('freeFromCases', 6));

  expect(form.current.alsoChanged).toEqual([formatMoment(later.effectiveFrom, ZONE)]);
});

test('a value that began while the form was open is sent without write-only fields', async () => {
  const form = openForm(HOSTED_SEARCH, { appId: 'OURS' }, version(2, '2026-12-01T00:00', { appId: 'THEIRS' }));
  vi.setSystemTime(at('2026-12-01T09:00'));

  act(() => form.current.change('appId', 'OTHERS'));
  await act(async () => void form.current.save());

  expect(saveSetting.mock.lastCall?.[0].value).toEqual({ appId: 'OTHERS' });
});
