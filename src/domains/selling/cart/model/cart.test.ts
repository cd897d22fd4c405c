import { expect, test } from 'vitest';
import { line } from '#tests/fixtures/carts.ts';
import { isGiftLine } from './cart.ts';

test.each([
  { sku: 'GIFT', gift: true },
  { sku: 'GIFT-100', gift: true },
  { sku: 'AU-GIFT-50', gift: true },
  { sku: 'ORD-SHZ-21', gift: false },
  { sku: 'gift-100', gift: false },
  { sku: '', gift: false },
])('a line of sku "$sku" is a gift line: $gift [CART-9]', ({ sku, gift }) => {
  expect(isGiftLine(line({ offer: { sku } }))).toBe(gift);
});
