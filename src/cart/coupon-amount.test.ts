import { expect, test } from 'vitest';
import { giftLine, line } from '../../dev/testing/carts.ts';
import { promotion } from '../../dev/testing/promotions.ts';
import { couponCart } from './coupon-amount.ts';

const five = promotion({ id: 9, code: null, actions: [{ kind: 'amount', cents: 5_00 }] });

test.each([
  { name: 'the lines', lines: [line({ quantity: 2 })], automatic: [], coupons: [], amountCents: 240_00, withGiftCard: false },
  { name: 'less automatic promotions', lines: [line()], automatic: [five], coupons: [], amountCents: 115_00, withGiftCard: false },
  {
    name: 'less the coupons before it',
    lines: [line()],
    automatic: [five],
    coupons: [promotion()],
    amountCents: 105_00,
    withGiftCard: false,
  },
  { name: 'without delivery', lines: [line({ listCents: 9_99 })], automatic: [], coupons: [], amountCents: 9_99, withGiftCard: false },
  {
    name: 'a gift card is told',
    lines: [line(), giftLine()],
    automatic: [],
    coupons: [promotion()],
    amountCents: 220_00,
    withGiftCard: true,
  },
  {
    name: 'a line that a promotion added',
    lines: [line({ addedByPromotion: true })],
    automatic: [],
    coupons: [],
    amountCents: 0,
    withGiftCard: false,
  },
  { name: 'nothing', lines: [], automatic: [], coupons: [], amountCents: 0, withGiftCard: false },
])('$name', ({ lines, automatic, coupons, amountCents, withGiftCard }) => {
  expect(couponCart('AU', lines, automatic, coupons)).toEqual({ market: 'AU', amountCents, withGiftCard });
});
