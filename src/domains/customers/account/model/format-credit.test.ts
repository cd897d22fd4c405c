import { expect, test } from 'vitest';
import { creditWords } from './format-credit.ts';

test.each([
  { entry: { kind: 'grant', note: 'A broken bottle', cents: 2_000, orderNumber: null }, words: 'A broken bottle' },
  { entry: { kind: 'grant', note: '', cents: 2_000, orderNumber: null }, words: 'Added by Cellardoor' },
  { entry: { kind: 'spend', note: '', cents: -900, orderNumber: 1_000_123 }, words: 'Order #1000123' },
  { entry: { kind: 'spend', note: '', cents: -900, orderNumber: null }, words: 'An order' },
  { entry: { kind: 'return', note: 'Refund', cents: 900, orderNumber: 1_000_123 }, words: 'Refund of order #1000123' },
  { entry: { kind: 'gift-card', note: '3456', cents: 5_000, orderNumber: null }, words: 'Gift card ending in 3456' },
  {
    entry: { kind: 'reversal', note: 'A friend’s order #1000001 was refunded', cents: -2_500, orderNumber: null },
    words: 'A friend’s order #1000001 was refunded',
  },
  { entry: { kind: 'reversal', note: '', cents: -2_500, orderNumber: null }, words: 'Reversed' },
])('$entry.kind reads "$words"', ({ entry, words }) => {
  expect(creditWords(entry)).toBe(words);
});
