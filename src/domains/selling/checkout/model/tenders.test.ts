import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitReturn, splitTenders } from './tenders.ts';

describe('the tenders that pay a total', () => {
  test.each([
    { name: 'nothing but a card', total: 6990, gifts: [], credit: 0, split: { giftCents: [], creditCents: 0, chargeCents: 6990 } },
    {
      name: 'a gift card pays a part',
      total: 6990,
      gifts: [5000],
      credit: 0,
      split: { giftCents: [5000], creditCents: 0, chargeCents: 1990 },
    },
    {
      name: 'two gift cards and credit pay all',
      total: 6990,
      gifts: [5000, 1000],
      credit: 2500,
      split: { giftCents: [5000, 1000], creditCents: 990, chargeCents: 0 },
    },
    {
      name: 'a gift card is larger than the order',
      total: 6990,
      gifts: [10000],
      credit: 500,
      split: { giftCents: [6990], creditCents: 0, chargeCents: 0 },
    },
  ])('$name [GIFT-3]', ({ total, gifts, credit, split }) => {
    expect(splitTenders(total, gifts, credit)).toEqual(split);
  });

  test('splits a total without a remainder and takes no more than each balance', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.array(fc.nat(50_000), { maxLength: 5 }), fc.nat(50_000), (total, gifts, credit) => {
        const split = splitTenders(total, gifts, credit);
        expect(split.giftCents.reduce((sum, part) => sum + part, 0) + split.creditCents + split.chargeCents).toBe(total);
        expect(split.giftCents.every((part, index) => part >= 0 && part <= (gifts[index] ?? 0)) && split.creditCents <= credit).toBe(true);
      }),
    );
  });
});

describe('the refund to gift cards and credit', () => {
  const paid = { creditCents: 500, giftCents: [3000, 2000] };
  test.each([
    { name: 'to credit first', before: 0, cents: 410, split: { creditCents: 410, giftCents: [0, 0] } },
    { name: 'then to the last gift card', before: 0, cents: 1500, split: { creditCents: 500, giftCents: [0, 1000] } },
    { name: 'where an earlier one ended', before: 600, cents: 2000, split: { creditCents: 0, giftCents: [100, 1900] } },
    { name: 'all of it', before: 0, cents: 5500, split: { creditCents: 500, giftCents: [3000, 2000] } },
  ])('$name', ({ before, cents, split }) => {
    expect(splitReturn(paid, before, cents)).toEqual(split);
  });

  test('refunds the same in two parts as in one, and never more than was paid', () => {
    fc.assert(
      fc.property(fc.nat(5500), fc.nat(5500), (one, other) => {
        if (one + other > 5500) {
          expect(() => splitReturn(paid, one, other)).toThrow(RangeError);
          return;
        }
        const [first, second, both] = [splitReturn(paid, 0, one), splitReturn(paid, one, other), splitReturn(paid, 0, one + other)];
        expect(first.creditCents + second.creditCents).toBe(both.creditCents);
        expect(first.giftCents.map((cents, index) => cents + (second.giftCents[index] ?? 0))).toEqual(both.giftCents);
      }),
    );
  });
});
