import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCart, cartState, giftLine, line } from '#tests/fixtures/carts.ts';
import { promotion } from '#tests/fixtures/promotions.ts';
import { runs } from '#tests/stress/run-count.ts';
import { type CartLine, type CartState, isGiftLine } from './cart.ts';
import { type Totals, totalsOf } from './totals.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const tenOff = promotion();
const tenPercent = promotion({ id: 2, code: 'TENOFF', actions: [{ kind: 'percentage', percent: 10 }] });
const shipFree = promotion({ id: 3, code: 'SHIPFREE', actions: [{ kind: 'free_shipping' }] });

interface Case {
  readonly name: string;
  readonly cart: Partial<CartState>;
  readonly amounts: Partial<Totals>;
}

describe('totals of example carts', () => {
  const cases: readonly Case[] = [
    {
      name: 'one case in AU',
      cart: {},
      amounts: { baseCents: 120_00, discountCents: 0, amountCents: 120_00, totalCents: 129_90, taxCents: 11_81, quantity: 1, cases: 1 },
    },
    { name: 'one case to Queensland', cart: { region: 'QLD' }, amounts: { amountCents: 120_00, totalCents: 134_90 } },
    { name: 'one case in SG', cart: { market: 'SG' }, amounts: { amountCents: 120_00, totalCents: 125_00, taxCents: 10_32 } },
    {
      name: 'three cases in AU',
      cart: { lines: [line({ quantity: 3 })] },
      amounts: { totalCents: 360_00, shipping: { cents: 0, isFree: true, message: 'Free because you ordered 3 or more cases.' } },
    },
    {
      name: 'two and one, spirits included',
      cart: { lines: [line({ quantity: 2 }), line({ productId: 3, offerId: 'gin', offer: { isSpirit: true, category: 'Gin' } })] },
      amounts: { cases: 3, shipping: { cents: 0, isFree: true, message: 'Free because you ordered 3 or more cases.' } },
    },
    {
      name: 'a gift card is no case',
      cart: { lines: [line({ quantity: 2 }), giftLine({ quantity: 5 })] },
      amounts: {
        quantity: 7,
        cases: 2,
        withGiftCard: true,
        isGiftCardOnly: false,
        shipping: { cents: 990, isFree: false, message: 'add 1 more case' },
      },
    },
    {
      name: 'gift cards alone',
      cart: { lines: [giftLine({ quantity: 3 })] },
      amounts: { isGiftCardOnly: true, cases: 0, totalCents: 300_00, taxCents: 0, shipping: { cents: 0, isFree: false, message: '' } },
    },
    {
      name: 'SG, 200.00 after discounts',
      cart: { market: 'SG', lines: [line({ listCents: 210_00 })], coupons: [tenOff] },
      amounts: {
        amountCents: 200_00,
        totalCents: 200_00,
        shipping: { cents: 0, isFree: true, message: 'Free because your order is over $200!' },
      },
    },
    {
      name: 'SG, 199.99 after discounts',
      cart: { market: 'SG', lines: [line({ listCents: 209_99 })], coupons: [tenOff] },
      amounts: { amountCents: 199_99, totalCents: 204_99, shipping: { cents: 500, isFree: false, message: '' } },
    },
    {
      name: 'a free shipping coupon',
      cart: { coupons: [shipFree] },
      amounts: { discountCents: 0, totalCents: 120_00, shipping: { cents: 0, isFree: true, message: '' } },
    },
    {
      name: 'a free shipping rule of an automatic promotion',
      cart: { market: 'SG', automatic: [{ ...shipFree, code: null }] },
      amounts: { totalCents: 120_00, shipping: { cents: 0, isFree: true, message: '' } },
    },
    {
      name: 'automatic first, then the coupon on what is left',
      cart: { automatic: [{ ...tenOff, code: null }], coupons: [tenPercent] },
      amounts: { automaticDiscountCents: 10_00, discountCents: 21_00, amountCents: 99_00, totalCents: 108_90, lineDiscountCents: [21_00] },
    },
    {
      name: 'an automatic promotion below its minimum',
      cart: { automatic: [{ ...tenOff, code: null, minimumCents: 120_01 }] },
      amounts: { automaticDiscountCents: 0, amountCents: 120_00 },
    },
    {
      name: 'lines share a discount by their price',
      cart: { lines: [line({ listCents: 100_00 }), line({ productId: 3, listCents: 50_00, quantity: 4 })], coupons: [tenOff] },
      amounts: { lineDiscountCents: [3_33, 6_67], discountCents: 10_00 },
    },
    {
      name: 'with a gift card coupons do nothing',
      cart: { lines: [line(), giftLine()], coupons: [tenPercent, shipFree] },
      amounts: { discountCents: 0, amountCents: 220_00, totalCents: 229_90, lineDiscountCents: [0, 0], applied: [] },
    },
    {
      name: 'with a gift card an automatic promotion discounts the rest',
      cart: { lines: [giftLine(), line()], automatic: [{ ...tenPercent, code: null }] },
      amounts: { discountCents: 12_00, amountCents: 208_00, lineDiscountCents: [0, 12_00] },
    },
    {
      name: 'a line that a promotion added costs nothing and counts as a case',
      cart: { lines: [line({ quantity: 2 }), line({ productId: 3, offerId: 'free', addedByPromotion: true })] },
      amounts: { baseCents: 240_00, quantity: 3, cases: 3, totalCents: 240_00 },
    },
    {
      name: 'an empty cart',
      cart: { lines: [] },
      amounts: {
        baseCents: 0,
        amountCents: 0,
        totalCents: 0,
        taxCents: 0,
        quantity: 0,
        isGiftCardOnly: false,
        shipping: { cents: 0, isFree: false, message: '' },
      },
    },
  ];
  test.each(cases)('$name', ({ cart, amounts }) => {
    expect(totalsOf(cartState(cart))).toMatchObject(amounts);
  });
});

describe('for any cart', () => {
  const holds = (name: string, check: (cart: CartState, totals: Totals) => void): void => {
    test(name, () => {
      fc.assert(
        fc.property(anyCart, (cart) => check(cart, totalsOf(cart))),
        { numRuns: runs(300) },
      );
    });
  };

  holds('every figure is whole cents and none is negative', (_, totals) => {
    const amounts = [
      totals.baseCents,
      totals.automaticDiscountCents,
      totals.discountCents,
      totals.amountCents,
      totals.shipping.cents,
      totals.totalCents,
      totals.taxCents,
      totals.quantity,
      totals.cases,
      ...totals.lineDiscountCents,
    ];
    for (const figure of amounts) {
      expect(Number.isSafeInteger(figure)).toBe(true);
      expect(figure).toBeGreaterThanOrEqual(0);
    }
  });

  holds('the figures add up to the cent', (cart, totals) => {
    const prices = cart.lines.map((one) => (one.addedByPromotion ? 0 : one.listCents * one.quantity));
    expect(totals.baseCents).toBe(sum(prices));
    expect(sum(totals.lineDiscountCents)).toBe(totals.discountCents);
    expect(sum(totals.applied.map(({ discountedCents }) => discountedCents))).toBe(totals.discountCents);
    expect(totals.amountCents).toBe(totals.baseCents - totals.discountCents);
    expect(totals.totalCents).toBe(totals.amountCents + totals.shipping.cents);
    expect(totals.automaticDiscountCents).toBeLessThanOrEqual(totals.discountCents);
  });

  holds('the reasons of a line add up to its share of the discounts', (cart, totals) => {
    cart.lines.forEach((one, index) => {
      const cents = sum((totals.lineReasons[index] ?? []).map((reason) => reason.cents));
      if (!one.addedByPromotion) expect(cents).toBe(totals.lineDiscountCents[index]);
    });
  });

  holds('no line is discounted by more than it costs, gift cards and free lines never', (cart, totals) => {
    expect(totals.lineDiscountCents).toHaveLength(cart.lines.length);
    cart.lines.forEach((one, index) => {
      const price = isGiftLine(one) || one.addedByPromotion ? 0 : one.listCents * one.quantity;
      expect(totals.lineDiscountCents[index]).toBeLessThanOrEqual(price);
    });
  });

  holds('tax is included in the total without gift cards, to within half a cent [SITE-27]', (cart, totals) => {
    const percent = cart.terms.taxPercent;
    const giftCents = sum(cart.lines.filter((one) => isGiftLine(one) && !one.addedByPromotion).map((one) => one.listCents * one.quantity));
    const net = totals.totalCents - giftCents - totals.taxCents;
    expect(Math.abs(totals.taxCents * 100 - net * percent)).toBeLessThanOrEqual((100 + percent) / 2);
  });

  holds('delivery is free by the rule of the market or by what grants it, and for no other reason', (cart, totals) => {
    const cases = sum(cart.lines.filter((one) => !isGiftLine(one)).map((one) => one.quantity));
    const earned = cart.market === 'AU' ? cases >= 3 : totals.amountCents >= 200_00;
    const granted = totals.applied.some(({ freeShipping }) => freeShipping);
    const deliverable = cart.lines.some((one) => !isGiftLine(one));
    expect(totals.shipping.isFree).toBe(deliverable && (earned || granted));
    expect(totals.shipping.cents === 0).toBe(!deliverable || earned || granted);
  });

  holds('coupons do nothing beside a gift card', (cart, totals) => {
    if (totals.withGiftCard) expect(totals).toEqual(totalsOf({ ...cart, coupons: [] }));
  });

  test('totals do not depend on the order of lines', () => {
    const withOther = anyCart.chain((cart) =>
      fc.tuple(fc.constant(cart), fc.shuffledSubarray([...cart.lines], { minLength: cart.lines.length })),
    );
    fc.assert(
      fc.property(withOther, ([cart, lines]) => {
        const inAnyOrder = (lines: readonly CartLine[]) => {
          const { lineDiscountCents, lineReasons, applied, ...amounts } = totalsOf({ ...cart, lines: lines });
          const byOffer = new Map(
            lines.map(({ offerId }, index) => [offerId, { cents: lineDiscountCents[index], why: lineReasons[index] }]),
          );
          return { figures: amounts, byOffer, applied: applied.map(({ effects: _, ...each }) => each) };
        };
        expect(inAnyOrder(lines)).toEqual(inAnyOrder(cart.lines));
      }),
    );
  });

  test('an additional case never lowers the price of the lines', () => {
    fc.assert(
      fc.property(
        anyCart.filter(({ lines }) => lines.length > 0),
        (cart) => {
          const before = totalsOf({ ...cart, coupons: [], automatic: [] });
          const lines = cart.lines.map((one, index) => (index === 0 ? { ...one, quantity: one.quantity + 1 } : one));
          expect(totalsOf({ ...cart, lines, coupons: [], automatic: [] }).amountCents).toBeGreaterThanOrEqual(before.amountCents);
        },
      ),
    );
  });
});
