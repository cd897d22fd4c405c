import { expect, test } from 'vitest';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { formatCreditEntry } from './format-credit.ts';

test.each([
  { entry: { kind: 'grant', note: 'A broken bottle', cents: 2_000, orderNumber: null }, expected: 'A broken bottle' },
  { entry: { kind: 'grant', note: '', cents: 2_000, orderNumber: null }, expected: 'Added by Cellardoor' },
  { entry: { kind: 'spend', note: '', cents: -900, orderNumber: 1_000_123 }, expected: 'Order #1000123' },
  { entry: { kind: 'spend', note: '', cents: -900, orderNumber: null }, expected: 'An order' },
  { entry: { kind: 'return', note: 'Refund', cents: 900, orderNumber: 1_000_123 }, expected: 'Refund of order #1000123' },
  { entry: { kind: 'gift-card', note: '3456', cents: 5_000, orderNumber: null }, expected: 'Gift card ending in 3456' },
  {
    entry: { kind: 'reversal', note: 'A friend’s order #1000001 was refunded', cents: -2_500, orderNumber: null },
    expected: 'A friend’s order #1000001 was refunded',
  },
  { entry: { kind: 'reversal', note: '', cents: -2_500, orderNumber: null }, expected: 'Reversed' },
])('$entry.kind reads "$expected"', ({ entry, expected }) => {
  expect(formatCreditEntry(entry, SHOP_NAME)).toBe(expected);
});
