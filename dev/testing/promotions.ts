/** Promotions for tests: one that everybody may use, to be varied, and arbitrary ones. */
import fc from 'fast-check';
import type { Action, Promotion } from '../../src/coupons/promotion.ts';

/** A coupon of 10 dollars for everyone, unless told otherwise. */
export const promotion = (given: Partial<Promotion> = {}): Promotion => ({
  id: 1,
  name: 'Ten off',
  code: 'TEN',
  couponType: 'per_total_discount',
  markets: ['AU', 'SG'],
  startsAt: null,
  endsAt: null,
  groupIds: [],
  excludedGroupIds: [],
  minimumCents: 0,
  stackable: false,
  actions: [{ kind: 'amount', cents: 10_00 }],
  ...given,
});

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 500_00 }) }),
  fc.record({
    kind: fc.constant('percentage' as const),
    percent: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
  }),
  fc.constant({ kind: 'free_shipping' as const }),
);

const shape = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  minimumCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400_00 })),
  stackable: fc.boolean(),
});

/** Automatic promotions, by id. */
export const automaticPromotions = (maxLength: number): fc.Arbitrary<Promotion[]> =>
  fc
    .array(shape, { maxLength })
    .map((list) => list.map((given, index) => promotion({ ...given, id: index + 1, code: null, name: `Auto ${index}` })));

/** Coupons, in the order they were added. */
export const couponPromotions = (maxLength: number): fc.Arbitrary<Promotion[]> =>
  fc
    .array(shape, { maxLength })
    .map((list) => list.map((given, index) => promotion({ ...given, id: index + 101, code: `CODE${index}`, name: `Coupon ${index}` })));
