import { describe, expect, test } from 'vitest';
import { daysOf, isDay, isRange, lengthOf, presetOf, presetRange, RANGE_PRESETS } from './date-range.ts';
import { changePercent, compareDays, type DaySales, firstComparedDay } from './sales.ts';

const sold = (day: string, orders: number, revenueCents: number): DaySales => ({
  day,
  orders,
  revenueCents,
  refundsCents: 0,
  hourOrders: [],
});

describe('compareDays', () => {
  const range = { from: '2026-11-23', to: '2026-11-24' };

  test('compares a day with the average of the same weekday of four weeks', () => {
    const before = [sold('2026-11-16', 1, 1_000), sold('2026-11-09', 2, 2_000), sold('2026-11-02', 0, -500), sold('2026-10-26', 5, 8_001)];

    const [monday] = compareDays(range, [sold('2026-11-23', 3, 9_000), ...before], [], '2026-11-30', '2026-01-01');

    expect(monday).toEqual({
      day: '2026-11-23',
      orders: 3,
      revenueCents: 9_000,
      refundsCents: 0,
      usual: { orders: 2, revenueCents: 2_625 },
    });
  });

  test('compares today with the other days until the same time', () => {
    const whole = [sold('2026-11-17', 10, 10_000)];
    const soFar = [sold('2026-11-17', 4, 4_000)];

    const [, today] = compareDays(range, whole, soFar, '2026-11-24', '2026-11-17');

    expect(today?.usual).toEqual({ orders: 4, revenueCents: 4_000 });
  });

  test('leaves out weeks before the first sale, and compares with nothing if there are none', () => {
    const rows = [sold('2026-11-16', 4, 4_000)];

    const days = compareDays(range, rows, [], '2026-11-30', '2026-11-16');

    expect(days.map(({ usual }) => usual)).toEqual([
      { orders: 4, revenueCents: 4_000 },
      { orders: 0, revenueCents: 0 },
    ]);
    expect(compareDays(range, [], [], '2026-11-30', null).map(({ usual }) => usual)).toEqual([null, null]);
  });

  test('reads four weeks more than it shows', () => {
    expect(firstComparedDay(range)).toBe('2026-10-26');
  });
});

describe('changePercent', () => {
  test.each([
    [110, 100, 10],
    [50, 100, -50],
    [100, 0, null],
    [100, null, null],
  ])('of %s against %s is %s', (now, usual, percent) => {
    expect(changePercent(now, usual)).toBe(percent);
  });
});

describe('ranges', () => {
  test.each([
    ['7d', '2026-11-18'],
    ['28d', '2026-10-28'],
    ['90d', '2026-08-27'],
    ['month', '2026-11-01'],
    ['12m', '2025-12-01'],
  ] as const)('%s begins on %s', (preset, from) => {
    expect(presetRange(preset, '2026-11-24')).toEqual({ from, to: '2026-11-24' });
  });

  test('of last month end with its last day', () => {
    expect(presetRange('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });

  test.each(RANGE_PRESETS)('%s is found again by its days', (preset) => {
    expect(presetOf(presetRange(preset, '2026-11-24'), '2026-11-24')).toBe(preset);
  });

  test('list each day once, across months and leap days', () => {
    expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(lengthOf({ from: '2026-10-04', to: '2026-10-04' })).toBe(1);
  });

  test('have days that exist, in order, and are no longer than a year', () => {
    expect([isDay('2026-02-30'), isDay('2026-2-3'), isDay('2028-02-29')]).toEqual([false, false, true]);
    expect(isRange({ from: '2026-11-02', to: '2026-11-01' })).toBe(false);
    expect(isRange({ from: '2025-11-02', to: '2026-11-02' })).toBe(true);
    expect(isRange({ from: '2025-11-01', to: '2026-11-02' })).toBe(false);
  });
});
