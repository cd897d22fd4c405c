import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automaticPromotions, couponPromotions, promotion } from '../../dev/testing/promotions.ts';
import { applyPromotions } from './discounts.ts';
import { type CouponCart, type CouponShopper, couponRefusal } from './eligibility.ts';
import { GROUPS, type Promotion } from './promotion.ts';
import { settleCoupons } from './settle.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const guest: CouponShopper = { customerId: 0, groupId: 0 };
const cart: CouponCart = { market: 'AU', amountCents: 100_00, withGiftCard: false };
const plain = promotion({ id: 1, code: 'PLAIN' });
const big = promotion({ id: 2, code: 'BIG', minimumCents: 95_00, stackable: true });
const MINIMUM = "This coupon code can't be used with some of the wines in your cart.";

const codes = (list: readonly Promotion[]): (string | null)[] => list.map(({ code }) => code);

describe('settleCoupons', () => {
  test.each([
    { name: 'all stay', coupons: [plain], on: cart, automatic: [], kept: ['PLAIN'], notices: [] },
    {
      name: 'the amount fell below 10',
      coupons: [plain],
      on: { ...cart, amountCents: 9_99 },
      automatic: [],
      kept: [],
      notices: [`PLAIN was taken off. ${MINIMUM}`],
    },
    {
      name: 'each looks at what the ones before have left',
      coupons: [plain, big],
      on: cart,
      automatic: [],
      kept: ['PLAIN'],
      notices: [`BIG was taken off. ${MINIMUM}`],
    },
    { name: 'in the other order both stay', coupons: [big, plain], on: cart, automatic: [], kept: ['BIG', 'PLAIN'], notices: [] },
    {
      name: 'automatic promotions come first',
      coupons: [big],
      on: cart,
      automatic: [promotion({ id: 9, code: null })],
      kept: [],
      notices: [`BIG was taken off. ${MINIMUM}`],
    },
    {
      name: 'one that was taken off takes nothing from the next',
      coupons: [promotion({ id: 3, code: 'OLD', endsAt: '2026-01-01T00:00:00Z', actions: [{ kind: 'amount', cents: 90_00 }] }), big],
      on: cart,
      automatic: [],
      kept: ['BIG'],
      notices: ['OLD was taken off. The coupon code you entered has expired.'],
    },
    {
      name: 'a gift card takes every coupon off',
      coupons: [plain, promotion({ id: 4, code: 'SHIP', actions: [{ kind: 'free_shipping' }] })],
      on: { ...cart, withGiftCard: true },
      automatic: [],
      kept: [],
      notices: ['PLAIN', 'SHIP'].map((code) => `${code} was taken off. Cannot purchase a gift card using a gift card or a coupon code`),
    },
    {
      name: 'signed out meanwhile',
      coupons: [promotion({ code: 'GOLDONLY', groupIds: [GROUPS.GOLD] })],
      on: cart,
      automatic: [],
      kept: [],
      notices: ['GOLDONLY was taken off. Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?'],
    },
    {
      name: 'the sentence names the code',
      coupons: [promotion({ code: 'AUONLY', markets: ['AU'] })],
      on: { ...cart, market: 'SG' as const },
      automatic: [],
      kept: [],
      notices: ['AUONLY was taken off. The coupon AUONLY is not valid.'],
    },
    { name: 'no coupons', coupons: [], on: cart, automatic: [], kept: [], notices: [] },
  ])('$name', ({ coupons, on, automatic, kept, notices }) => {
    const settled = settleCoupons(coupons, on, automatic, guest, now);
    expect(codes(settled.kept)).toEqual(kept);
    expect(settled.notices).toEqual(notices);
  });

  test('one notice for each that goes, order kept, and settling again changes nothing', () => {
    fc.assert(
      fc.property(couponPromotions(5), automaticPromotions(2), fc.nat({ max: 600_00 }), (coupons, automatic, amountCents) => {
        const on = { ...cart, amountCents };
        const { kept, notices } = settleCoupons(coupons, on, automatic, guest, now);
        expect(kept.length + notices.length).toBe(coupons.length);
        expect(coupons.filter((coupon) => kept.includes(coupon))).toEqual(kept);
        expect(settleCoupons(kept, on, automatic, guest, now)).toEqual({ kept, notices: [] });
      }),
    );
  });

  test('every kept coupon may be used on what is left when its turn comes', () => {
    fc.assert(
      fc.property(couponPromotions(5), automaticPromotions(2), fc.nat({ max: 600_00 }), (coupons, automatic, amountCents) => {
        const { kept } = settleCoupons(coupons, { ...cart, amountCents }, automatic, guest, now);
        kept.forEach((coupon, index) => {
          const before = applyPromotions([...automatic, ...kept.slice(0, index)], amountCents);
          const left = before.reduce((sum, { discountedCents }) => sum - discountedCents, amountCents);
          expect(couponRefusal(coupon, { ...cart, amountCents: left }, guest, now)).toBeNull();
        });
      }),
    );
  });
});
