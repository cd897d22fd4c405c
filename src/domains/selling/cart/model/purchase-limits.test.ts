import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLimitError, type RequestedLine } from './purchase-limits.ts';

const requested: RequestedLine = { offerId: 'shiraz', productId: 1, quantity: 1, orderQuantityMaximum: 0, availableStock: 10 };
const own = { offerId: 'shiraz', productId: 1, quantity: 4 };
const sibling = { offerId: 'shiraz-for-gold', productId: 1, quantity: 4 };
const stranger = { offerId: 'riesling', productId: 2, quantity: 4 };

describe('limitRefusal [CART-40] [CART-41] [CART-42]', () => {
  test.each([
    { name: 'the first case', lines: [], given: {}, refusal: null },
    { name: 'the limit exactly', lines: [], given: { quantity: 6, orderQuantityMaximum: 6 }, refusal: null },
    {
      name: 'one over the limit',
      lines: [],
      given: { quantity: 7, orderQuantityMaximum: 6 },
      refusal: { reason: 'purchase_limit', limit: 6 },
    },
    { name: 'a limit of 0 is no limit', lines: [], given: { quantity: 10 }, refusal: null },
    { name: 'all that is left', lines: [], given: { quantity: 10 }, refusal: null },
    { name: 'one more than is left', lines: [], given: { quantity: 11 }, refusal: { reason: 'stock', left: 10 } },
    { name: 'nothing is left', lines: [], given: { availableStock: 0 }, refusal: { reason: 'stock', left: 0 } },
    {
      name: 'over the limit and over stock: names the limit',
      lines: [],
      given: { quantity: 20, orderQuantityMaximum: 6 },
      refusal: { reason: 'purchase_limit', limit: 6 },
    },
    { name: 'the line’s own cases are not counted twice', lines: [own], given: { quantity: 10 }, refusal: null },
    { name: 'a line of the same product shares its stock', lines: [sibling], given: { quantity: 6 }, refusal: null },
    { name: 'and leaves so much less', lines: [own, sibling], given: { quantity: 7 }, refusal: { reason: 'stock', left: 6 } },
    { name: 'another product does not matter', lines: [stranger], given: { quantity: 10 }, refusal: null },
    {
      name: 'the strictest limit of the product counts',
      lines: [{ ...sibling, quantity: 1, orderQuantityMaximum: 1 }],
      given: {},
      refusal: { reason: 'purchase_limit', limit: 1 },
    },
    {
      name: 'what was bought before counts where it is known',
      lines: [],
      given: { quantity: 2, orderQuantityMaximum: 3, boughtBefore: 2 },
      refusal: { reason: 'purchase_limit', limit: 3 },
    },
    { name: 'and leaves the rest', lines: [], given: { orderQuantityMaximum: 3, boughtBefore: 2 }, refusal: null },
    {
      name: 'a sibling that holds more than there is',
      lines: [sibling],
      given: { availableStock: 3 },
      refusal: { reason: 'stock', left: 0 },
    },
    { name: 'negative stock counts as 0', lines: [], given: { availableStock: -2 }, refusal: { reason: 'stock', left: 0 } },
  ])('$name', ({ lines, given, refusal }) => {
    expect(findLimitError(lines, { ...requested, ...given })).toEqual(refusal);
  });

  test('accepts only what fits limit and stock, and reports the maximum as `left`', () => {
    const request = fc.record({
      quantity: fc.integer({ min: 1, max: 30 }),
      orderQuantityMaximum: fc.nat({ max: 12 }),
      availableStock: fc.integer({ min: -2, max: 25 }),
      elsewhere: fc.nat({ max: 12 }),
    });
    fc.assert(
      fc.property(request, ({ elsewhere, ...offer }) => {
        const lines = [{ ...sibling, quantity: elsewhere }];
        const error = findLimitError(lines, { ...requested, ...offer });
        if (error === null) {
          expect(offer.quantity + elsewhere).toBeLessThanOrEqual(offer.availableStock);
          if (offer.orderQuantityMaximum > 0) expect(offer.quantity).toBeLessThanOrEqual(offer.orderQuantityMaximum);
        } else if (error.reason === 'stock' && error.left > 0) {
          expect(findLimitError(lines, { ...requested, ...offer, quantity: error.left })).toBeNull();
          expect(findLimitError(lines, { ...requested, ...offer, quantity: error.left + 1 })).not.toBeNull();
        }
      }),
    );
  });
});
