import { serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { line } from '#tests/fixtures/carts.ts';
import type { Cart, LineItem } from '../contract.ts';
import { toCartResponse } from '../model/to-cart-response.ts';
import { cartJson } from './cart-json.ts';

/** How the engine's serializer marks a string that it keeps in one byte a character. */
const ONE_BYTE_STRING = 0x22;

const text = fc.string({ unit: 'binary' });

/** A line with every member there is, in whatever words. */
const item = fc
  .record({
    name: text,
    brand: text,
    sku: text,
    reason: text,
    offerId: fc.constantFrom('a', 'b'),
    quantity: fc.nat(),
    gift: fc.option(text, { nil: undefined }),
  })
  .map(({ name, brand, sku, reason, offerId, quantity, gift }): LineItem => {
    const [first] = toCartResponse(
      { id: 'cart', market: 'AU', version: 1, customerId: 0, email: null, region: null, coupons: [], automatic: [], lines: [line()] },
      false,
    ).lineItems;
    if (!first) throw new Error('a cart of one line has none');
    const discounts = [{ id: 1, name: reason, what: 'amount' as const, amount: 1 }];
    return {
      ...first,
      name,
      brand,
      sku,
      offerId,
      quantity,
      discounts,
      ...(gift !== undefined && { gift: { recipientName: gift, sendOn: '2026-12-01' } }),
    };
  });

test('is the same value, in ASCII, whatever was written before', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 4 }), text, fc.array(text, { maxLength: 2 }), (lineItems, region, notices) => {
      const cart = { id: 'cart', region, lineItems, notices } as unknown as Cart;
      for (const body of [{ data: cart }, { data: cart, notices, changes: [] }]) {
        const written = cartJson(body);
        expect(written).toMatch(/^[\0-\x7f]*$/);
        expect(serialize(written)[2], 'one byte a character').toBe(ONE_BYTE_STRING);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(body)));
      }
    }),
  );
});

test.each([[{ data: null }], [{ status: 404, title: 'It’s gone', code: 'cart_not_found' }], [[{ id: 1 }]], [null]])(
  '%j is as it is',
  (body) => {
    expect(cartJson(body)).toBe(JSON.stringify(body));
  },
);
