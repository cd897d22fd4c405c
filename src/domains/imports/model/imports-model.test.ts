import { describe, expect, test } from 'vitest';
import { splitRow } from '#domains/catalogue/model/import/text/csv-row.ts';
import { marginOf } from './compare-offer.ts';
import { formatLine } from './csv-line.ts';
import { holdReason } from './hold-rule.ts';
import { canDo, IMPORT_STATES } from './import-state.ts';
import { nextRun } from './schedule-times.ts';

describe('the next run of a schedule', () => {
  const daily = { market: 'AU', weekdays: [1, 2, 3, 4, 5], times: ['14:00', '06:30'] } as const;

  test('is in the time zone of the market', () => {
    // Monday 23 November 2026, 06:00 in Sydney.
    expect(nextRun(daily, new Date('2026-11-22T19:00:00Z'))?.toISOString()).toBe('2026-11-22T19:30:00.000Z');
    expect(nextRun(daily, new Date('2026-11-22T19:30:00Z'))?.toISOString()).toBe('2026-11-23T03:00:00.000Z');
  });

  test('skips days that are not chosen', () => {
    // Friday evening in Sydney.
    expect(nextRun(daily, new Date('2026-11-27T08:00:00Z'))?.toISOString()).toBe('2026-11-29T19:30:00.000Z');
  });

  test('keeps its local time when daylight saving begins', () => {
    const sunday = { market: 'AU', weekdays: [7], times: ['06:30'] } as const;
    expect(nextRun(sunday, new Date('2026-09-27T00:00:00Z'))?.toISOString()).toBe('2026-10-03T19:30:00.000Z');
  });

  test('does not exist without days or times', () => {
    expect(nextRun({ ...daily, times: [] }, new Date())).toBeNull();
    expect(nextRun({ ...daily, weekdays: [] }, new Date())).toBeNull();
  });
});

describe('an import of a schedule is held', () => {
  const rule = { maxRejectedPercent: 10, maxPriceChangePercent: 20 };
  const facts = { difference: { new: 50, changed: 40, unchanged: 0, missing: 0, rejected: 10 }, greatestPriceChange: 2_000, onSale: 100 };

  test.each([
    ['not at the limits', {}, null],
    ['for too many rejected rows', { difference: { ...facts.difference, rejected: 11 } }, 'rejected'],
    ['for a price that changes too much', { greatestPriceChange: 2_001 }, 'price'],
    ['if it would end more than half of the wines', { difference: { ...facts.difference, missing: 51 } }, 'missing'],
    ['if the file is empty', { difference: { new: 0, changed: 0, unchanged: 0, missing: 0, rejected: 0 } }, 'empty'],
  ])('%s', (_name, change, reason) => {
    expect(holdReason(rule, { ...facts, ...change })).toBe(reason);
  });

  test('by no limit that is not set', () => {
    const none = { maxRejectedPercent: null, maxPriceChangePercent: null };
    expect(holdReason(none, { ...facts, difference: { ...facts.difference, rejected: 90 }, greatestPriceChange: 99_999 })).toBeNull();
  });
});

test('a margin is a share of the price without tax', () => {
  expect(marginOf(19_800, 7_200, 10)).toBe(6_000);
  expect(marginOf(0, 7_200, 10)).toBeNull();
});

test.each([[['a', 'b,c', 'say "hi"', '', 'two\nlines']], [['5" bottle', ' ', '"quoted"']]])(
  'a line of %j is read back as it was',
  (cells) => {
    expect(splitRow(formatLine(cells, ','), 0, ',')?.cells).toEqual(cells);
  },
);

test('nothing is undone, compared or discarded while a process works', () => {
  const facts = { hasFile: true, waitingRows: 5, writtenRows: 5, isOld: false };
  for (const state of IMPORT_STATES)
    if (['inspecting', 'comparing', 'applying', 'undoing'].includes(state))
      for (const action of ['compare', 'start', 'undo', 'discard', 'fix'] as const)
        expect(canDo(action, { ...facts, state }), `${action} ${state}`).toBe(false);
});
