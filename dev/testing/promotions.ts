/** Promotions for tests: one that everybody may use, to be varied, and arbitrary ones. */
import fc from 'fast-check';
import type { PricedLine } from '../../src/coupons/discounts.ts';
import { type Action, type Promotion, UNRESTRICTED } from '../../src/coupons/promotion.ts';

/** A coupon of 10 dollars for everyone, unless told otherwise. */
export const promotion = (given: Partial<Promotion> = {}): Promotion => ({
  ...UNRESTRICTED,
  id: 1,
  name: 'Ten off',
  code: 'TEN',
  couponType: 'per_total_discount',
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
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 50_00 }), each: fc.constant(true as const) }),
  fc.record({
    kind: fc.constant('buy_get' as const),
    buy: fc.integer({ min: 1, max: 6 }),
    get: fc.integer({ min: 1, max: 3 }),
    percent: fc.constantFrom(25, 50, 100),
    most: fc.constantFrom(null, 1, 2),
  }),
);

/** Everything, or what bears one of the names that `anyPricedLines` uses. */
const scope = fc.oneof(
  { weight: 2, arbitrary: fc.constant(UNRESTRICTED.scope) },
  fc.record({
    offerIds: fc.subarray(['offer-0', 'offer-3']),
    productIds: fc.subarray([1, 4]),
    categories: fc.subarray(['Red', 'White']),
    tags: fc.subarray(['Organic', 'Cellar']),
  }),
);

/** Lines as promotions see them. */
export const anyPricedLines = (maxLength = 8): fc.Arbitrary<PricedLine[]> =>
  fc
    .array(
      fc.record({
        category: fc.constantFrom('Red', 'White', 'Gin'),
        tags: fc.subarray(['Organic', 'Cellar', 'Vegan']),
        quantity: fc.integer({ min: 1, max: 14 }),
        unitCents: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 900_00 })),
      }),
      { maxLength },
    )
    .map((lines) => lines.map((line, index) => ({ ...line, offerId: `offer-${index}`, productId: index })));

const shape = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  minimumCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400_00 })),
  minimumQuantity: fc.constantFrom(0, 0, 0, 3, 6),
  priority: fc.integer({ min: -1, max: 1 }),
  exclusive: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
  stackable: fc.boolean(),
  scope,
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
