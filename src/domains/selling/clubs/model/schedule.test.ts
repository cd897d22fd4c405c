import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLUBS } from '#domains/settings/model/groups/clubs.ts';
import { runs } from '#tests/stress/run-count.ts';
import { addDays, deliveryDay, deliveryFrom, nextTry } from './schedule.ts';

const MONTHLY = { unit: 'month', every: 1 } as const;

describe('the day of a delivery', () => {
  test.each([
    { name: 'four weeks on', anchor: '2026-11-21', count: 1, frequency: { unit: 'week', every: 4 }, day: '2026-12-19' },
    { name: 'a month on', anchor: '2026-11-21', count: 1, frequency: MONTHLY, day: '2026-12-21' },
    { name: 'over the year’s end', anchor: '2026-11-21', count: 2, frequency: MONTHLY, day: '2027-01-21' },
    { name: 'a short month', anchor: '2027-01-31', count: 1, frequency: MONTHLY, day: '2027-02-28' },
    { name: 'the long month after it', anchor: '2027-01-31', count: 2, frequency: MONTHLY, day: '2027-03-31' },
    { name: 'a leap year', anchor: '2028-01-31', count: 1, frequency: MONTHLY, day: '2028-02-29' },
    { name: 'every third month', anchor: '2026-11-30', count: 1, frequency: { unit: 'month', every: 3 }, day: '2027-02-28' },
  ] as const)('$name', ({ anchor, count, frequency, day }) => {
    expect(deliveryDay(anchor, count, frequency)).toBe(day);
  });

  test('is the first of the schedule on or after a day, and never before the minimum', () => {
    const frequency = fc.record({ unit: fc.constantFrom('week', 'month'), every: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(frequency, fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 1, max: 20 }), (every, days, least) => {
        const anchor = '2026-01-31';
        const expected = addDays(anchor, days);
        const { day, count } = deliveryFrom(anchor, expected, every, least);
        expect(day >= expected && count >= least).toBe(true);
        expect(count === least || deliveryDay(anchor, count - 1, every) < expected).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});

test('retries on later and later days by any rules that can be saved, then no more', () => {
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 6 }).map((list) => list.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(days, (cardRetryDays) => {
      const rules = CLUBS.schema.parse({ remindDays: 5, cardRetryDays, stockRetryDays: [] });
      expect(CLUBS.check(rules, 'AU')).toEqual([]);
      const tries = Array.from({ length: cardRetryDays.length + 1 }, (_, index) => nextTry(cardRetryDays, '2026-03-01', index + 1));
      expect(tries.at(-1)).toBeNull();
      const planned = tries.slice(0, -1);
      expect(planned.every((day, index) => day !== null && day > (planned[index - 1] ?? '2026-03-01'))).toBe(true);
    }),
    { numRuns: runs(200) },
  );
});

test.each([
  { tries: 1, next: '2026-03-02' },
  { tries: 2, next: '2026-03-04' },
  { tries: 3, next: '2026-03-08' },
  { tries: 4, next: null },
])('retries on $next after $tries failed charges since 1 March', ({ tries, next }) => {
  expect(nextTry([1, 3, 7], '2026-03-01', tries)).toBe(next);
});
