import { expect, test } from 'vitest';
import { ALL_MATCHING, isSelected, NOTHING_SELECTED, selectedCount, setRows, toggleRow } from './selection.ts';

test('selects rows one by one and in ranges', () => {
  const some = setRows(toggleRow(NOTHING_SELECTED, 'a'), ['b', 'c'], true);
  expect(['a', 'b', 'c', 'd'].map((key) => isSelected(some, key))).toEqual([true, true, true, false]);
  expect(selectedCount(setRows(some, ['a', 'b'], false), 100)).toBe(1);
});

test('takes single rows out of all that match', () => {
  const most = setRows(toggleRow(ALL_MATCHING, 'a'), ['b'], false);
  expect([isSelected(most, 'a'), isSelected(most, 'b'), isSelected(most, 'z')]).toEqual([false, false, true]);
  expect(selectedCount(most, 100)).toBe(98);
  expect(selectedCount(setRows(most, ['b'], true), 100)).toBe(99);
});
