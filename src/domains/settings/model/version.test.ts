import { expect, test } from 'vitest';
import { isSameValue } from './setting-draft.ts';
import { nextEffect, type SettingVersion, versionStates, versionsInForce } from './version.ts';

const version = (id: number, effectiveFrom: number, more: Partial<SettingVersion> = {}): SettingVersion => ({
  id,
  group: 'tax',
  scope: 'AU',
  revision: id,
  value: { percent: id },
  secrets: [],
  effectiveFrom: new Date(effectiveFrom),
  createdAt: new Date(0),
  author: 'Kim',
  note: '',
  ...more,
});

const inForce = (versions: readonly SettingVersion[], at: number) => versionsInForce(versions, at).get('tax/AU')?.id ?? null;

test.each([
  { name: 'none before the first begins', at: 99, id: null },
  { name: 'a version from its moment on', at: 100, id: 1 },
  { name: 'the earlier one until the next begins', at: 199, id: 1 },
  { name: 'the one that begins later, even if it was saved before', at: 200, id: 2 },
])('in force is $name', ({ at, id }) => {
  expect(inForce([version(1, 100), version(2, 200), version(3, 150, { scope: 'SG' })], at)).toBe(id);
});

test('of two versions that begin together the one that was saved last is in force', () => {
  expect(inForce([version(3, 100), version(2, 100)], 100)).toBe(3);
});

test('the next effect is the first moment after now', () => {
  const versions = [version(1, 100), version(2, 300), version(3, 200)];

  expect([nextEffect(versions, 100), nextEffect(versions, 300)]).toEqual([200, Number.POSITIVE_INFINITY]);
});

test('a version to come counts as past if another one of its moment replaces it, or if it changes nothing', () => {
  const stored = [
    version(1, 100, { value: { percent: 11 } }),
    version(2, 300, { value: { percent: 12 } }),
    version(3, 300, { value: { percent: 11 } }),
    version(4, 400, { value: { percent: 13 } }),
  ];

  expect([...versionStates(stored.toReversed(), 200, (a, b) => isSameValue(a.value, b?.value))]).toEqual([
    [1, 'in_force'],
    [2, 'past'],
    [3, 'past'],
    [4, 'scheduled'],
  ]);
});
