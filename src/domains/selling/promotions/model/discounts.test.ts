import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPricedLines, automaticPromotions, couponPromotions, promotion } from '#tests/fixtures/promotions.ts';
import { runs } from '#tests/stress/run-count.ts';
import { type AppliedPromotion, applyPromotions, hasEffect, type PricedLine, withCoupon } from './discounts.ts';
import type { Action, Promotion } from './promotion.ts';

const amount = (cents: number): Action => ({ kind: 'amount', cents });
const percent = (percentage: number): Action => ({ kind: 'percentage', percent: percentage });
/** Creates a line of this price; `priced(0)` creates none. */
const priced = (cents: number): PricedLine[] => (cents === 0 ? [] : [red({ unitCents: cents })]);
const red = (overrides: Partial<PricedLine> = {}): PricedLine => ({
  offerId: 'red',
  productId: 1,
  category: 'Red',
  tags: [],
  quantity: 1,
  unitCents: 100_00,
  ...overrides,
});
const white = (overrides: Partial<PricedLine> = {}): PricedLine =>
  red({ offerId: 'white', productId: 2, category: 'White', tags: ['Organic'], ...overrides });
/** Returns the discount of a promotion per line. */
const takenFrom = (lines: readonly PricedLine[], applied: AppliedPromotion | undefined): number[] =>
  lines.map((_, index) =>
    (applied?.effects ?? []).flatMap(({ shares }) => shares).reduce((sum, share) => sum + (share.index === index ? share.cents : 0), 0),
  );
const free: Action = { kind: 'free_shipping' };

describe('applyPromotions [PROMO-5]', () => {
  test.each([
    { name: 'an amount', given: [[amount(20_00)]], from: 100_00, taken: [20_00] },
    { name: 'an amount above the rest takes only the rest', given: [[amount(20_00)]], from: 15_00, taken: [15_00] },
    { name: 'a percentage', given: [[percent(10)]], from: 99_90, taken: [9_99] },
    { name: 'a percentage rounds half a cent up', given: [[percent(10)]], from: 5, taken: [1] },
    { name: 'a percentage with decimals', given: [[percent(12.5)]], from: 80_00, taken: [10_00] },
    { name: 'everything', given: [[percent(100)]], from: 123_45, taken: [123_45] },
    { name: 'the second works on what the first has left', given: [[amount(50_00)], [percent(10)]], from: 150_00, taken: [50_00, 10_00] },
    { name: 'a higher discount in the other order', given: [[percent(10)], [amount(50_00)]], from: 150_00, taken: [15_00, 50_00] },
    { name: 'nothing is left for the third', given: [[percent(100)], [amount(1_00)], [percent(50)]], from: 10_00, taken: [10_00, 0, 0] },
    { name: 'two actions of one promotion follow each other', given: [[percent(50), amount(5_00)]], from: 100_00, taken: [55_00] },
    { name: 'free shipping is no discount', given: [[free]], from: 100_00, taken: [0] },
    { name: 'an empty cart', given: [[amount(5_00)]], from: 0, taken: [0] },
  ])('$name', ({ given, from, taken }) => {
    const promotions = given.map((actions, id) => promotion({ id, actions }));
    expect(applyPromotions(promotions, priced(from)).map(({ discountedCents }) => discountedCents)).toEqual(taken);
  });

  test.each([
    { name: 'exactly its minimum', minimumCents: 100_00, gives: { discountedCents: 10_00, freeShipping: true } },
    { name: 'a cent below its minimum', minimumCents: 100_01, gives: { discountedCents: 0, freeShipping: false } },
  ])('a promotion at $name', ({ minimumCents, gives }) => {
    const [applied] = applyPromotions([promotion({ minimumCents, actions: [amount(10_00), free] })], priced(100_00));
    expect(applied).toMatchObject(gives);
  });

  test('compares a minimum with the amount that earlier promotions left', () => {
    const [, second] = applyPromotions([promotion(), promotion({ id: 2, minimumCents: 95_00 })], priced(100_00));
    expect(second?.discountedCents).toBe(0);
  });

  const lists = fc.tuple(automaticPromotions(6), couponPromotions(3)).map(([automatic, coupons]) => [...automatic, ...coupons]);
  const many = { numRuns: runs(300) };

  test('gives whole, positive cents, at most the price of a line, and effects that add up', () => {
    fc.assert(
      fc.property(lists, anyPricedLines(), (promotions, lines) => {
        const taken = lines.map(() => 0);
        for (const { discountedCents, effects } of applyPromotions(promotions, lines)) {
          let sum = 0;
          for (const { shares } of effects)
            for (const { index, cents } of shares) {
              expect(Number.isInteger(cents) && cents > 0).toBe(true);
              taken[index] = (taken[index] ?? 0) + cents;
              sum += cents;
            }
          expect(discountedCents).toBe(sum);
        }
        for (const [index, line] of lines.entries()) expect(taken[index]).toBeLessThanOrEqual(line.unitCents * line.quantity);
      }),
      many,
    );
  });

  test('does not depend on the order of promotions in the input', () => {
    const shuffled = lists.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(shuffled, anyPricedLines(), ([promotions, others], lines) => {
        expect(applyPromotions(others, lines)).toEqual(applyPromotions(promotions, lines));
      }),
      many,
    );
  });

  test('never combines an exclusive automatic promotion with another', () => {
    fc.assert(
      fc.property(automaticPromotions(6), anyPricedLines(), (promotions, lines) => {
        const felt = applyPromotions(promotions, lines).filter(hasEffect);
        if (felt.some(({ promotion: each }) => each.exclusive)) expect(felt).toHaveLength(1);
      }),
      many,
    );
  });
});

describe('scope, conditions and actions of a promotion', () => {
  const lines = [red({ quantity: 2 }), white({ quantity: 3, unitCents: 50_00 })];
  const scopeOf = (overrides: Partial<Promotion['scope']>) => ({ offerIds: [], productIds: [], categories: [], tags: [], ...overrides });
  const cases: readonly { name: string; overrides: Partial<Promotion>; takes: readonly number[] }[] = [
    { name: 'everything', overrides: { actions: [percent(10)] }, takes: [20_00, 15_00] },
    { name: 'a product', overrides: { scope: scopeOf({ productIds: [2] }), actions: [percent(10)] }, takes: [0, 15_00] },
    { name: 'an offer', overrides: { scope: scopeOf({ offerIds: ['red'] }), actions: [amount(30_00)] }, takes: [30_00, 0] },
    { name: 'a category', overrides: { scope: scopeOf({ categories: ['White'] }), actions: [percent(50)] }, takes: [0, 75_00] },
    { name: 'a tag', overrides: { scope: scopeOf({ tags: ['Organic'] }), actions: [amount(500_00)] }, takes: [0, 150_00] },
    {
      name: 'any of several',
      overrides: { scope: scopeOf({ categories: ['Red'], tags: ['Organic'] }), actions: [percent(10)] },
      takes: [20_00, 15_00],
    },
    { name: 'nothing that is there', overrides: { scope: scopeOf({ categories: ['Gin'] }) }, takes: [0, 0] },
    { name: 'an amount off every case', overrides: { actions: [{ kind: 'amount', cents: 7_50, each: true }] }, takes: [15_00, 22_50] },
    {
      name: 'no more off a case than it costs',
      overrides: { actions: [{ kind: 'amount', cents: 60_00, each: true }] },
      takes: [120_00, 150_00],
    },
    { name: 'enough cases', overrides: { minimumQuantity: 5, actions: [percent(10)] }, takes: [20_00, 15_00] },
    { name: 'a case too few', overrides: { minimumQuantity: 6, actions: [percent(10)] }, takes: [0, 0] },
    { name: 'cases in scope alone count', overrides: { scope: scopeOf({ categories: ['White'] }), minimumQuantity: 4 }, takes: [0, 0] },
    { name: 'as does their amount', overrides: { scope: scopeOf({ categories: ['White'] }), minimumCents: 150_01 }, takes: [0, 0] },
  ];
  test.each(cases)('$name', ({ overrides, takes }) => {
    const [applied] = applyPromotions([promotion(overrides)], lines);
    expect(takenFrom(lines, applied)).toEqual(takes);
  });

  const buy = (overrides: Partial<Extract<Action, { kind: 'buy_get' }>>): Action => ({
    kind: 'buy_get',
    buy: 2,
    get: 1,
    percent: 100,
    most: null,
    ...overrides,
  });
  test.each([
    { name: 'buy two get one: of five the cheapest one', action: buy({}), takes: [0, 50_00] },
    { name: 'buy one get one: of five the two cheapest', action: buy({ buy: 1 }), takes: [0, 100_00] },
    { name: 'half price', action: buy({ percent: 50 }), takes: [0, 25_00] },
    { name: 'at most one', action: buy({ buy: 1, most: 1 }), takes: [0, 50_00] },
    { name: 'over several lines', action: buy({ buy: 1, get: 4 }), takes: [100_00, 150_00] },
    { name: 'too few', action: buy({ buy: 5 }), takes: [0, 0] },
  ])('$name', ({ action, takes }) => {
    const [applied] = applyPromotions([promotion({ actions: [action] })], lines);
    expect(takenFrom(lines, applied)).toEqual(takes);
  });

  test.each([
    { name: 'a gift once', perCases: null, quantity: 1, gifts: [{ offerId: 'tote', quantity: 1 }] },
    { name: 'two for every two cases', perCases: 2, quantity: 2, gifts: [{ offerId: 'tote', quantity: 4 }] },
    { name: 'no discount for too few', perCases: 6, quantity: 1, gifts: [] },
  ])('$name', ({ perCases, quantity, gifts }) => {
    const [applied] = applyPromotions([promotion({ actions: [{ kind: 'gift', offerId: 'tote', quantity, perCases }] })], lines);
    expect(applied).toMatchObject({ gifts, discountedCents: 0 });
  });
});

describe('order and exclusivity', () => {
  const takes = (promotions: readonly Promotion[]) =>
    applyPromotions(promotions, priced(100_00)).map(({ promotion: { id }, discountedCents, isBlocked }) => [
      id,
      discountedCents,
      isBlocked,
    ]);
  const automatic = (id: number, overrides: Partial<Promotion> = {}) => promotion({ id, code: null, ...overrides });
  test('applies the smaller priority first, then the smaller id', () => {
    const list = [automatic(1, { actions: [percent(10)] }), automatic(2, { priority: -1, actions: [amount(50_00)] })];
    expect(takes(list)).toEqual([
      [2, 50_00, false],
      [1, 5_00, false],
    ]);
  });
  test('lets an exclusive promotion block later ones and gives precedence to an earlier one', () => {
    const exclusiveCoupon = automatic(2, { exclusive: true });
    expect(takes([exclusiveCoupon, automatic(3)])).toEqual([
      [2, 10_00, false],
      [3, 0, true],
    ]);
    expect(takes([automatic(1), exclusiveCoupon])).toEqual([
      [1, 10_00, false],
      [2, 0, true],
    ]);
  });
  test('skips automatic promotions for an exclusive coupon', () => {
    expect(takes([automatic(1), promotion({ id: 9, exclusive: true })])).toEqual([[9, 10_00, false]]);
  });
  test('grants free delivery by an applied banner [SHIP-9]', () => {
    const banners = [{ type: 'applied' as const, page: 'cart' as const, text: 'On us', shownFrom: 0, freeShipping: true }];
    expect(applyPromotions([automatic(1, { banners })], priced(100_00))[0]?.freeShipping).toBe(true);
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
    { name: 'only the coupon that is not stackable is removed', before: [plain, stacks], added: other, codes: ['STACKS', 'OTHER'] },
    { name: 'the same coupon twice counts once', before: [plain], added: plain, codes: ['PLAIN'] },
    { name: 'the same stackable coupon twice counts once', before: [stacks, plain], added: stacks, codes: ['PLAIN', 'STACKS'] },
  ])('$name', ({ before, added, codes }) => {
    expect(withCoupon(before, added).map(({ code }) => code)).toEqual(codes);
  });

  test('never has two coupons that are not stackable, nor the same coupon twice', () => {
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
