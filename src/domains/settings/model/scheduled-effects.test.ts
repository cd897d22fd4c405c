import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { alsoChanged, type ScheduleSource, valueAt } from './scheduled-effects.ts';
import { settingGroup } from './setting-group.ts';

const defaults = { fee: 10, cases: 3 };
const group = settingGroup({
  id: 'fees',
  area: 'selling',
  scope: 'market',
  title: 'Fees',
  help: '',
  schema: z.object({ fee: z.number(), cases: z.number().nullable() }),
  defaults: () => defaults,
});

const NOW = Date.parse('2026-11-01T00:00:00Z');
const version = (revision: number, day: string, value: object | null, state: 'scheduled' | 'past' | 'in_force' = 'scheduled') => ({
  revision,
  value,
  effectiveFrom: `${day}T00:00:00.000Z`,
  createdAt: state === 'in_force' ? `${day}T00:00:00.000Z` : '2026-10-31T00:00:00.000Z',
  state,
});
const source = (...versions: ScheduleSource['versions']): ScheduleSource => ({ group, defaults, value: defaults, versions });
const change = (after: object, more: object = {}) => ({
  before: defaults,
  after: { ...defaults, ...after },
  at: NOW,
  hasSecrets: false,
  ...more,
});

const DECEMBER = version(2, '2026-12-01', { fee: 12, cases: 3 });
const JANUARY = version(3, '2027-01-01', { fee: 12, cases: 4 });

describe('a change', () => {
  test('also changes what is scheduled after it until a version sets the same field', () => {
    expect(alsoChanged(source(DECEMBER, JANUARY), change({ cases: 6 }))).toEqual([DECEMBER.effectiveFrom]);
    expect(alsoChanged(source(DECEMBER, JANUARY), change({ fee: 9 }))).toEqual([]);
  });

  test('names neither what was taken back nor what begins before it', () => {
    const takenBack = version(4, '2026-12-01', null, 'past');

    expect(alsoChanged(source(DECEMBER, takenBack), change({ cases: 6 }))).toEqual([]);
    expect(alsoChanged(source(DECEMBER), change({ cases: 6 }, { at: Date.parse('2026-12-02T00:00:00Z') }))).toEqual([]);
  });

  test('of a key names everything that is scheduled, because nobody can see what that does with the key', () => {
    expect(alsoChanged(source(DECEMBER, JANUARY), change({}, { hasSecrets: true }))).toEqual([
      DECEMBER.effectiveFrom,
      JANUARY.effectiveFrom,
    ]);
  });
});

test('a change for a later moment starts from what is scheduled until then', () => {
  const at = (day: string) => valueAt(source(JANUARY, DECEMBER), Date.parse(`${day}T00:00:00Z`));

  expect([at('2026-11-02'), at('2026-12-01'), at('2027-02-01')]).toEqual([defaults, DECEMBER.value, JANUARY.value]);
});

test('a change starts neither from what another version of the same moment replaces nor from what was taken back', () => {
  const replaced = version(3, '2026-12-01', { fee: 15, cases: 3 }, 'past');
  const current = version(1, '2026-10-01', defaults, 'in_force');

  expect(valueAt(source(replaced, DECEMBER, current), Date.parse('2026-12-02T00:00:00Z'))).toEqual(DECEMBER.value);
  expect(valueAt(source(replaced, current), Date.parse('2026-12-02T00:00:00Z'))).toEqual(defaults);
});
