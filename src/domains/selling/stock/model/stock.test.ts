import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availableOf,
  changeLevel,
  daysOfCover,
  expectedOnHand,
  formatStockId,
  parseStockId,
  REASONS_OF,
  type StockLevel,
  statesOf,
} from './stock.ts';
import { adjustFields, caseCount } from './stock-forms.ts';

const count = fc.integer({ min: 0, max: 100_000 });
/** Reserved cases are in the level, and nothing is missing while unreserved cases are there. */
const levels: fc.Arbitrary<StockLevel> = fc
  .record({ reserved: count, free: count, oversold: count })
  .map(({ reserved, free, oversold }) =>
    oversold > 0 ? { level: reserved, reserved, oversold } : { level: reserved + free, reserved, oversold: 0 },
  );
const change = fc.integer({ min: -200_000, max: 200_000 });
const netOf = ({ level, oversold }: StockLevel): number => level - oversold;

describe('a change of a level', () => {
  test('changes what is there less what is missing by exactly its quantity, and never takes reserved cases', () => {
    fc.assert(
      fc.property(levels, change, (before, quantity) => {
        const after = changeLevel(before, quantity);
        expect(netOf(after)).toBe(netOf(before) + quantity);
        expect(after.reserved).toBe(before.reserved);
        expect(after.level).toBeGreaterThanOrEqual(after.reserved);
        expect(after.oversold).toBeGreaterThanOrEqual(0);
        // Nothing is for sale while sold cases are missing.
        if (after.oversold > 0) expect(availableOf(after)).toBe(0);
      }),
    );
  });

  test('is taken back by the opposite change', () => {
    fc.assert(
      fc.property(levels, change, (before, quantity) => {
        expect(changeLevel(changeLevel(before, quantity), -quantity)).toEqual(before);
      }),
    );
  });

  test('in any order gives the same', () => {
    fc.assert(
      fc.property(levels, change, change, (before, first, second) => {
        expect(changeLevel(changeLevel(before, first), second)).toEqual(changeLevel(changeLevel(before, second), first));
      }),
    );
  });

  test('leaves the cases that a checkout holds, and says what is missing', () => {
    expect(changeLevel({ level: 5, reserved: 3, oversold: 0 }, -4)).toEqual({ level: 3, reserved: 3, oversold: 2 });
    expect(changeLevel({ level: 3, reserved: 3, oversold: 2 }, 6)).toEqual({ level: 7, reserved: 3, oversold: 0 });
  });
});

describe('an item', () => {
  test('is low at its threshold, out without available cases, and oversold where some are missing', () => {
    const item = { level: 6, reserved: 0, oversold: 0, threshold: 6 };
    expect(statesOf(item)).toEqual(['low']);
    expect(statesOf({ ...item, level: 7 })).toEqual([]);
    expect(statesOf({ ...item, level: 2, reserved: 2 })).toEqual(['out', 'reserved']);
    expect(statesOf({ ...item, level: 0, oversold: 3 })).toEqual(['oversold', 'out']);
  });

  test('has an id that is read back', () => {
    fc.assert(
      fc.property(fc.constantFrom('AU', 'SG'), fc.integer({ min: 0, max: 2_147_483_647 }), (market, productId) => {
        expect(parseStockId(formatStockId({ market, productId }))).toEqual({ market, productId });
      }),
    );
    for (const id of ['', 'AU', 'XX-1', 'AU-', 'AU-1.5', 'au-1', 'AU-2147483648', 'AU--1']) expect(parseStockId(id)).toBeNull();
  });

  test('lasts as long as its cases at the pace of the last days', () => {
    expect(daysOfCover(10, 30)).toBe(10);
    expect(daysOfCover(0, 30)).toBe(0);
    expect(daysOfCover(10, 0)).toBeNull();
  });

  test('should have on the shelf what is not sold and what is not sent, less what is missing', () => {
    expect(expectedOnHand({ level: 10, reserved: 2, oversold: 0 }, 3)).toBe(13);
    expect(expectedOnHand({ level: 0, reserved: 0, oversold: 2 }, 3)).toBe(1);
  });

  test('is adjusted by a whole number with a known reason', () => {
    expect(adjustFields.safeParse({ quantity: -2, reason: 'broken', note: '' })).toMatchObject({ success: true, data: { quantity: -2 } });
    for (const quantity of [0, 1.5, 'two', '', 100_001, -100_001, Number.NaN])
      expect(adjustFields.safeParse({ quantity, reason: 'broken', note: '' }).success).toBe(false);
    for (const reason of Object.values(REASONS_OF).flat())
      expect(adjustFields.safeParse({ quantity: 1, reason, note: '' }).success).toBe(true);
    expect(adjustFields.safeParse({ quantity: 1, reason: 'because', note: '' }).success).toBe(false);
    expect(caseCount.safeParse(Number.NaN).success).toBe(false);
  });
});
