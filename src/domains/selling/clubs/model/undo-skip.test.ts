import { describe, expect, test } from 'vitest';
import { takenBack, undoableSkip, undoableUntil } from './undo-skip.ts';

const delivery = (period: number, dueOn: string, state: 'due' | 'skipped' | 'paid', more: object = {}) => ({
  period,
  slot: period - 1,
  dueOn,
  state,
  remindedOn: null,
  priceCents: null,
  tryOn: null,
  ...more,
});
const SKIPPED = delivery(2, '2027-02-10', 'skipped');
const LATER = [delivery(3, '2027-03-10', 'due'), SKIPPED, delivery(1, '2027-01-10', 'paid')];

describe('undoing a skip', () => {
  test.each([
    { name: 'long before it', today: '2027-01-12', is: true },
    { name: 'on the day before', today: '2027-02-09', is: true },
    { name: 'no more on the day it would have been charged', today: '2027-02-10', is: false },
  ])('$name', ({ today, is }) => {
    expect(undoableSkip(LATER, today)).toBe(is ? SKIPPED : null);
    expect(undoableUntil(SKIPPED)).toBe('2027-02-09');
  });

  test('is possible only for the delivery before the one that is due', () => {
    const two = [delivery(4, '2027-04-10', 'due'), delivery(3, '2027-03-10', 'skipped'), SKIPPED];
    expect(undoableSkip(two, '2027-01-12')?.period).toBe(3);
    expect(undoableSkip([delivery(2, '2027-02-10', 'due'), delivery(1, '2027-01-10', 'paid')], '2027-01-12')).toBeNull();
  });
});

describe('a delivery after its skip is undone', () => {
  const anchored = { anchorOn: '2027-01-10' };
  const reminded = delivery(2, '2027-02-10', 'skipped', { remindedOn: '2027-02-05', priceCents: 15_000 });

  test('stays on its day at the price of its reminder', () => {
    expect(takenBack(reminded, anchored, 15_000, { today: '2027-02-08', remindDays: 5 })).toEqual({ ...reminded, state: 'due' });
  });

  test.each([
    { name: 'without a reminder, early enough for one', skipped: SKIPPED, today: '2027-01-12', on: '2027-02-10' },
    { name: 'without a reminder, too late for one', skipped: SKIPPED, today: '2027-02-08', on: '2027-02-13' },
    { name: 'costs something else by now', skipped: { ...reminded, priceCents: 14_000 }, today: '2027-02-08', on: '2027-02-13' },
  ])('gets another reminder if it $name', ({ skipped, today, on }) => {
    expect(takenBack(skipped, anchored, 15_000, { today, remindDays: 5 })).toMatchObject({
      dueOn: on,
      remindedOn: null,
      priceCents: null,
      slot: 1,
    });
  });

  test('is the first of a schedule that is counted from it', () => {
    expect(takenBack(SKIPPED, { anchorOn: '2027-02-10' }, null, { today: '2027-01-12', remindDays: 5 }).slot).toBe(0);
  });
});
