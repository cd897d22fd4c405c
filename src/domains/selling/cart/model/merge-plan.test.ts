import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { line } from '#tests/fixtures/carts.ts';
import { promotion } from '#tests/fixtures/promotions.ts';
import { runs } from '#tests/stress/run-count.ts';
import { formatLineChange } from './line-changes.ts';
import { MAX_CASES, type MergingCart, type MergingLine, planMerge } from './merge-plan.ts';

interface LineOptions extends Partial<Omit<MergingLine, 'offer'>> {
  readonly offerId: string;
}
const merging = (overrides: LineOptions): MergingLine => ({
  ...line({ id: `line-${overrides.offerId}`, ...overrides }),
  isEligible: true,
  ...overrides,
});
const cart = (id: string, lines: readonly MergingLine[], overrides: Partial<MergingCart> = {}): MergingCart => ({
  id,
  customerId: 0,
  region: null,
  coupons: [],
  lines: lines.map((each) => ({ ...each, id: `${id}-${each.offerId}` })),
  ...overrides,
});
const quantities = (plan: ReturnType<typeof planMerge>) =>
  Object.fromEntries(plan.lines.map(({ offerId, quantity }) => [offerId, quantity]));

describe('target of a merge [CART-48]', () => {
  const [a, b, own] = [cart('a', []), cart('b', []), cart('mine', [], { customerId: 7 })];
  test.each([
    { name: 'the requested cart', input: { carts: [a, own, b], cartId: 'b', customerId: 7 }, target: 'b' },
    { name: 'the customer’s', input: { carts: [a, b, own], cartId: null, customerId: 7 }, target: 'mine' },
    { name: 'the first', input: { carts: [b, a], cartId: null, customerId: 0 }, target: 'b' },
    {
      name: 'a requested cart that no longer exists: the customer’s',
      input: { carts: [a, own], cartId: 'gone', customerId: 7 },
      target: 'mine',
    },
  ])('$name', ({ input, target }) => {
    expect(planMerge(input).targetId).toBe(target);
  });
});

test('merges the declined gifts of all carts without duplicates', () => {
  const [thanks, another] = [
    { promotionId: 1, offerId: 'tote' },
    { promotionId: 2, offerId: 'tote' },
  ];
  const carts = [cart('a', [], { declined: [thanks] }), cart('b', []), cart('mine', [], { customerId: 7, declined: [another, thanks] })];
  expect(planMerge({ carts, cartId: null, customerId: 7 }).declined).toEqual([another, thanks]);
});

describe('lines of the merged cart [CART-46]', () => {
  const cases = [
    {
      name: 'cases of the same offer add up',
      carts: [
        [merging({ offerId: 'red', quantity: 2 })],
        [merging({ offerId: 'red', quantity: 3 }), merging({ offerId: 'white', productId: 2 })],
      ],
      holds: { red: 5, white: 1 },
      notices: [],
    },
    {
      name: 'capped by the purchase limit',
      carts: [[merging({ offerId: 'red', orderQuantityMaximum: 2 })], [merging({ offerId: 'red', quantity: 2, orderQuantityMaximum: 2 })]],
      holds: { red: 2 },
      notices: ['Your cart holds 2 cases of Orchard End Old Block Shiraz: that is the limit per customer.'],
    },
    {
      name: 'capped by stock',
      carts: [[merging({ offerId: 'red', quantity: 4, availableStock: 5 })], [merging({ offerId: 'red', quantity: 3, availableStock: 5 })]],
      holds: { red: 5 },
      notices: ["We could only add 5 cases of Orchard End Old Block Shiraz: that's all we have left."],
    },
    {
      name: 'sold-out lines leave and are listed',
      carts: [[merging({ offerId: 'red', availableStock: 0 })], [merging({ offerId: 'white', productId: 2 })]],
      holds: { white: 1 },
      notices: ["Orchard End Old Block Shiraz has sold out, so we've removed it from your cart."],
    },
    {
      name: 'what the customer may not buy leaves',
      carts: [[merging({ offerId: 'red' })], [merging({ offerId: 'white', productId: 2, isEligible: false })]],
      holds: { red: 1 },
      notices: ["Orchard End Old Block Shiraz is not available to you, so we've removed it from your cart."],
    },
    {
      name: 'offers of one product share its stock',
      carts: [
        [merging({ offerId: 'six', quantity: 3, availableStock: 4 })],
        [merging({ offerId: 'twelve', quantity: 3, availableStock: 4 })],
      ],
      holds: { six: 3, twelve: 1 },
      notices: ["We could only add 1 case of Orchard End Old Block Shiraz: that's all we have left."],
    },
    {
      name: 'the strictest limit of a product counts for all its offers',
      carts: [[merging({ offerId: 'six', orderQuantityMaximum: 1 })], [merging({ offerId: 'twelve', quantity: 3 })]],
      holds: { six: 1 },
      notices: ["You have reached the limit per customer for Orchard End Old Block Shiraz, so we've removed it from your cart."],
    },
    {
      name: 'gifts are left to the promotions that gave them',
      carts: [[merging({ offerId: 'red' })], [merging({ offerId: 'tote', addedByPromotion: true })]],
      holds: { red: 1 },
      notices: [],
    },
  ];
  test.each(cases)('$name', ({ carts, holds, notices }) => {
    const plan = planMerge({ carts: carts.map((lines, index) => cart(`c${index}`, lines)), cartId: null, customerId: 0 });
    expect(quantities(plan)).toEqual(holds);
    expect(plan.changes.map((each) => formatLineChange(each, 'AU'))).toEqual(notices);
  });
});

describe('coupons of the merged cart', () => {
  const twenty = promotion({ id: 1, code: 'WELCOME20' });
  const ten = promotion({ id: 2, code: 'TENOFF' });
  const free = promotion({ id: 3, code: 'SHIPFREE', stackable: true });
  test.each([
    { name: 'come along', own: [], other: [twenty, free], kept: [1, 3], left: [] },
    { name: 'the target’s coupon stays if two cannot be combined', own: [twenty], other: [ten, free], kept: [1, 3], left: [2] },
    { name: 'the same coupon counts once', own: [twenty], other: [twenty], kept: [1], left: [] },
  ])('$name', ({ own, other, kept, left }) => {
    const plan = planMerge({ carts: [cart('a', [], { coupons: own }), cart('b', [], { coupons: other })], cartId: null, customerId: 0 });
    expect(plan.coupons.map(({ id }) => id)).toEqual(kept);
    expect(plan.excludedCoupons.map(({ coupon }) => coupon.id)).toEqual(left);
  });
});

/** Six offers of three products; the details of an offer are the same in every cart. */
const offers = fc.array(
  fc.record({
    isEligible: fc.integer({ min: 0, max: 5 }).map((roll) => roll > 0),
    orderQuantityMaximum: fc.constantFrom(0, 0, 1, 2, 6),
  }),
  { minLength: 6, maxLength: 6 },
);
const anyCarts = fc
  .record({
    offers,
    stock: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 3, maxLength: 3 }),
    held: fc.array(fc.dictionary(fc.constantFrom('0', '1', '2', '3', '4', '5'), fc.integer({ min: 1, max: 8 })), {
      minLength: 1,
      maxLength: 4,
    }),
    customer: fc.nat({ max: 3 }),
  })
  .map(({ offers, stock, held, customer }) =>
    held.map((lines, index) =>
      cart(
        `cart-${index}`,
        Object.entries(lines).map(([offer, quantity]) =>
          merging({
            offerId: `offer-${offer}`,
            productId: Number(offer) % 3,
            quantity,
            availableStock: stock[Number(offer) % 3] ?? 0,
            ...offers[Number(offer)],
          }),
        ),
        { customerId: index === customer ? 7 : 0 },
      ),
    ),
  );

describe('for any carts', () => {
  const many = { numRuns: runs(200) };
  const applied = (carts: readonly MergingCart[], plan: ReturnType<typeof planMerge>): MergingCart => {
    const all = carts.flatMap((each) => each.lines);
    const lines = plan.lines.map(({ id, quantity }) => ({
      ...(all.find((each) => each.id === id) ?? merging({ offerId: '?' })),
      quantity,
    }));
    return { id: plan.targetId, customerId: 7, region: plan.region, lines, coupons: plan.coupons };
  };

  test('merging the result again changes nothing [CART-47]', () => {
    fc.assert(
      fc.property(anyCarts, (carts) => {
        const plan = planMerge({ carts, cartId: null, customerId: 7 });
        const again = planMerge({ carts: [applied(carts, plan)], cartId: null, customerId: 7 });
        expect(again).toEqual({ ...plan, changes: [], excludedCoupons: [] });
      }),
      many,
    );
  });

  test('quantities do not depend on the order of the carts', () => {
    fc.assert(
      fc.property(anyCarts, fc.nat(), (carts, turn) => {
        const rotated = carts.map((_, index) => carts[(index + turn) % carts.length]).flatMap((each) => each ?? []);
        const one = planMerge({ carts, cartId: null, customerId: 0 });
        expect(quantities(planMerge({ carts: rotated, cartId: null, customerId: 0 }))).toEqual(quantities(one));
        expect(quantities(planMerge({ carts: carts.toReversed(), cartId: 'cart-1', customerId: 7 }))).toEqual(quantities(one));
      }),
      many,
    );
  });

  test('never exceeds stock or limit, and reports every case that is dropped [CART-46]', () => {
    fc.assert(
      fc.property(anyCarts, (carts) => {
        const plan = planMerge({ carts, cartId: null, customerId: 0 });
        const all = carts.flatMap((each) => each.lines);
        for (const product of [0, 1, 2]) {
          const inIt = all.filter((each) => each.productId === product && plan.lines.some(({ offerId }) => offerId === each.offerId));
          const quantityInCart = plan.lines
            .filter(({ id }) => inIt.some((each) => each.id === id))
            .reduce((sum, { quantity }) => sum + quantity, 0);
          for (const each of inIt) {
            expect(quantityInCart).toBeLessThanOrEqual(each.availableStock);
            expect(quantityInCart).toBeLessThanOrEqual(each.orderQuantityMaximum || MAX_CASES);
          }
        }
        for (const offerId of new Set(all.map((each) => each.offerId))) {
          const requested = all.filter((each) => each.offerId === offerId).reduce((sum, each) => sum + each.quantity, 0);
          const holds = quantities(plan)[offerId] ?? 0;
          const notices = plan.changes.filter((change) => change.offerId === offerId);
          expect(notices.map(({ previousQuantity, quantity }) => ({ previousQuantity, quantity }))).toEqual(
            holds === requested ? [] : [{ previousQuantity: requested, quantity: holds }],
          );
        }
      }),
      many,
    );
  });
});
