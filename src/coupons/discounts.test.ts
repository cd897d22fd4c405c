import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automaticPromotions, couponPromotions, promotion } from '../../dev/testing/promotions.ts';
import { applyPromotions, withCoupon } from './discounts.ts';
import type { Action } from './promotion.ts';

const amount = (cents: number): Action => ({ kind: 'amount', cents });
const percent = (given: number): Action => ({ kind: 'percentage', percent: given });
const free: Action = { kind: 'free_shipping' };

describe('applyPromotions', () => {
  test.each([
    { name: 'an amount', given: [[amount(20_00)]], from: 100_00, taken: [20_00] },
    { name: 'an amount larger than what is left takes only that', given: [[amount(20_00)]], from: 15_00, taken: [15_00] },
    { name: 'a percentage', given: [[percent(10)]], from: 99_90, taken: [9_99] },
    { name: 'a percentage rounds half a cent up', given: [[percent(10)]], from: 5, taken: [1] },
    { name: 'a percentage with decimals', given: [[percent(12.5)]], from: 80_00, taken: [10_00] },
    { name: 'everything', given: [[percent(100)]], from: 123_45, taken: [123_45] },
    { name: 'the second works on what the first has left', given: [[amount(50_00)], [percent(10)]], from: 150_00, taken: [50_00, 10_00] },
    { name: 'in the other order it takes more', given: [[percent(10)], [amount(50_00)]], from: 150_00, taken: [15_00, 50_00] },
    { name: 'nothing is left for the third', given: [[percent(100)], [amount(1_00)], [percent(50)]], from: 10_00, taken: [10_00, 0, 0] },
    { name: 'two actions of one promotion follow each other', given: [[percent(50), amount(5_00)]], from: 100_00, taken: [55_00] },
    { name: 'free shipping takes nothing off', given: [[free]], from: 100_00, taken: [0] },
    { name: 'an empty cart', given: [[amount(5_00)]], from: 0, taken: [0] },
  ])('$name', ({ given, from, taken }) => {
    const promotions = given.map((actions, id) => promotion({ id, actions }));
    expect(applyPromotions(promotions, from).map(({ discountedCents }) => discountedCents)).toEqual(taken);
  });

  test.each([
    { name: 'exactly its minimum', minimumCents: 100_00, gives: { discountedCents: 10_00, freeShipping: true } },
    { name: 'a cent below its minimum', minimumCents: 100_01, gives: { discountedCents: 0, freeShipping: false } },
  ])('a promotion at $name', ({ minimumCents, gives }) => {
    const [applied] = applyPromotions([promotion({ minimumCents, actions: [amount(10_00), free] })], 100_00);
    expect(applied).toMatchObject(gives);
  });

  test('a minimum looks at what the promotions before have left', () => {
    const [, second] = applyPromotions([promotion(), promotion({ id: 2, minimumCents: 95_00 })], 100_00);
    expect(second?.discountedCents).toBe(0);
  });

  test('whole cents, never negative, never more than the amount, one entry for each promotion', () => {
    const lists = fc.tuple(automaticPromotions(3), couponPromotions(3)).map(([automatic, coupons]) => [...automatic, ...coupons]);
    fc.assert(
      fc.property(lists, fc.nat({ max: 10_000_00 }), (promotions, from) => {
        const applied = applyPromotions(promotions, from);
        expect(applied.map((entry) => entry.promotion)).toEqual(promotions);
        for (const { discountedCents } of applied) {
          expect(Number.isInteger(discountedCents)).toBe(true);
          expect(discountedCents).toBeGreaterThanOrEqual(0);
        }
        expect(applied.reduce((sum, { discountedCents }) => sum + discountedCents, 0)).toBeLessThanOrEqual(from);
      }),
    );
  });
});

describe('withCoupon', () => {
  const plain = promotion({ id: 1, code: 'PLAIN' });
  const other = promotion({ id: 2, code: 'OTHER' });
  const stacks = promotion({ id: 3, code: 'STACKS', stackable: true });
  test.each([
    { name: 'the first', before: [], added: plain, codes: ['PLAIN'] },
    { name: 'one that does not stack replaces another', before: [plain], added: other, codes: ['OTHER'] },
    { name: 'one that stacks joins', before: [plain], added: stacks, codes: ['PLAIN', 'STACKS'] },
    { name: 'one that does not stack leaves those that do', before: [stacks], added: plain, codes: ['STACKS', 'PLAIN'] },
    { name: 'only the one that does not stack goes', before: [plain, stacks], added: other, codes: ['STACKS', 'OTHER'] },
    { name: 'the same twice stands once', before: [plain], added: plain, codes: ['PLAIN'] },
    { name: 'the same stacking one twice stands once', before: [stacks, plain], added: stacks, codes: ['PLAIN', 'STACKS'] },
  ])('$name', ({ before, added, codes }) => {
    expect(withCoupon(before, added).map(({ code }) => code)).toEqual(codes);
  });

  test('at most one that does not stack, and no coupon twice, whatever is added', () => {
    fc.assert(
      fc.property(couponPromotions(8), fc.array(fc.nat()), (pool, picks) => {
        const added = picks.flatMap((pick) => pool[pick % Math.max(1, pool.length)] ?? []);
        const after = added.reduce(withCoupon, []);
        expect(after.filter(({ stackable }) => !stackable).length).toBeLessThanOrEqual(1);
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
        expect(after.at(-1)).toEqual(added.at(-1));
      }),
    );
  });
});
