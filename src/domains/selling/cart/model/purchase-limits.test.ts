import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLimitError, type RequestedLine } from './purchase-limits.ts';

const requested: RequestedLine = { offerId: 'shiraz', productId: 1, quantity: 1, orderQuantityMaximum: 0, availableStock: 10 };
const own = { offerId: 'shiraz', productId: 1, quantity: 4 };
const sibling = { offerId: 'shiraz-for-gold', productId: 1, quantity: 4 };
const stranger = { offerId: 'riesling', productId: 2, quantity: 4 };

describe('limitRefusal [CART-40] [CART-41] [CART-42]', () => {
  test.each([
    { name: 'the first case', lines: [], input: {}, refusal: null },
    { name: 'the limit exactly', lines: [], input: { quantity: 6, orderQuantityMaximum: 6 }, refusal: null },
    {
      name: 'one over the limit',
      lines: [],
      input: { quantity: 7, orderQuantityMaximum: 6 },
      refusal: { reason: 'purchase_limit', limit: 6 },
    },
    { name: 'a limit of 0 is no limit', lines: [], input: { quantity: 10 }, refusal: null },
    { name: 'all that is left', lines: [], input: { quantity: 10 }, refusal: null },
    { name: 'one more than is left', lines: [], input: { quantity: 11 }, refusal: { reason: 'stock', left: 10 } },
    { name: 'nothing is left', lines: [], input: { availableStock: 0 }, refusal: { reason: 'stock', left: 0 } },
    {
      name: 'over the limit and over stock: names the limit',
      lines: [],
      input: { quantity: 20, orderQuantityMaximum: 6 },
      refusal: { reason: 'purchase_limit', limit: 6 },
    },
    { name: 'the line’s own cases are not counted twice', lines: [own], input: { quantity: 10 }, refusal: null },
    { name: 'a line of the same product shares its stock', lines: [sibling], input: { quantity: 6 }, refusal: null },
    { name: 'and leaves so much less', lines: [own, sibling], input: { quantity: 7 }, refusal: { reason: 'stock', left: 6 } },
    { name: 'another product does not matter', lines: [stranger], input: { quantity: 10 }, refusal: null },
    {
      name: 'the strictest limit of the product counts',
      lines: [{ ...sibling, quantity: 1, orderQuantityMaximum: 1 }],
      input: {},
      refusal: { reason: 'purchase_limit', limit: 1 },
    },
    {
      name: 'what was bought before counts where it is known',
      lines: [],
      input: { quantity: 2, orderQuantityMaximum: 3, boughtBefore: 2 },
      refusal: { reason: 'purchase_limit', limit: 3 },
    },
    { name: 'and leaves the rest', lines: [], input: { orderQuantityMaximum: 3, boughtBefore: 2 }, refusal: null },
    {
      name: 'a sibling that holds more than there is',
      lines: [sibling],
      input: { availableStock: 3 },
      refusal: { reason: 'stock', left: 0 },
    },
    { name: 'negative stock counts as 0', lines: [], input: { availableStock: -2 }, refusal: { reason: 'stock', left: 0 } },
  ])('$name', ({ lines, input, refusal }) => {
    expect(findLimitError(lines, { ...requested, ...input })).toEqual(refusal);
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
