import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Market } from '#markets/market.ts';
import { anyPricedLines, automaticPromotions, couponPromotions, promotion } from '#tests/fixtures/promotions.ts';
import { runs } from '#tests/stress/run-count.ts';
import { applyPromotions, type PricedLine } from './discounts.ts';
import type { CouponShopper } from './eligibility.ts';
import { GROUPS, type Promotion } from './promotion.ts';
import { formatRemovedCoupon, revalidateCoupons } from './revalidate-coupons.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const guest: CouponShopper = { customerId: 0, groupId: 0 };
const hundred: PricedLine = { offerId: 'red', productId: 1, category: 'Red', tags: [], quantity: 1, unitCents: 100_00 };
const cart = { market: 'AU' as Market, lines: [hundred], withGiftCard: false };
const revalidate = (coupons: readonly Promotion[], on: typeof cart, automatic: readonly Promotion[]) =>
  revalidateCoupons({ coupons, ...on, automatic, shopper: guest, uses: new Map(), now });
const plain = promotion({ id: 1, code: 'PLAIN' });
const big = promotion({ id: 2, code: 'BIG', minimumCents: 95_00, stackable: true });
const MINIMUM = "This coupon code can't be used with some of the wines in your cart.";

const codes = (list: readonly Promotion[]): (string | null)[] => list.map(({ code }) => code);

describe('revalidateCoupons', () => {
  test.each([
    { name: 'all stay', coupons: [plain], on: cart, automatic: [], kept: ['PLAIN'], notices: [] },
    {
      name: 'the amount fell below 10',
      coupons: [plain],
      on: { ...cart, lines: [{ ...hundred, unitCents: 9_99 }] },
      automatic: [],
      kept: [],
      notices: [`PLAIN was removed. ${MINIMUM}`],
    },
    {
      name: 'each looks at what the ones before have left',
      coupons: [plain, big],
      on: cart,
      automatic: [],
      kept: ['PLAIN'],
      notices: [`BIG was removed. ${MINIMUM}`],
    },
    {
      name: 'in whatever order they were added',
      coupons: [big, plain],
      on: cart,
      automatic: [],
      kept: ['PLAIN'],
      notices: [`BIG was removed. ${MINIMUM}`],
    },
    {
      name: 'the coupon with the higher priority stays',
      coupons: [plain, { ...big, priority: -1 }],
      on: cart,
      automatic: [],
      kept: ['PLAIN', 'BIG'],
      notices: [],
    },
    {
      name: 'an exclusive coupon that does not apply leaves automatic promotions unchanged',
      coupons: [promotion({ id: 3, code: 'ALONE', exclusive: true, minimumCents: 500_00 }), big],
      on: cart,
      automatic: [promotion({ id: 9, code: null })],
      kept: [],
      notices: [`ALONE was removed. ${MINIMUM}`, `BIG was removed. ${MINIMUM}`],
    },
    {
      name: 'nothing in its scope',
      coupons: [promotion({ code: 'GIN', scope: { offerIds: [], productIds: [], categories: ['Gin'], tags: [] } })],
      on: cart,
      automatic: [],
      kept: [],
      notices: [`GIN was removed. ${MINIMUM}`],
    },
    {
      name: 'automatic promotions come first',
      coupons: [big],
      on: cart,
      automatic: [promotion({ id: 9, code: null })],
      kept: [],
      notices: [`BIG was removed. ${MINIMUM}`],
    },
    {
      name: 'a removed coupon does not reduce the next',
      coupons: [promotion({ id: 3, code: 'OLD', endsAt: '2026-01-01T00:00:00Z', actions: [{ kind: 'amount', cents: 90_00 }] }), big],
      on: cart,
      automatic: [],
      kept: ['BIG'],
      notices: ['OLD was removed. The coupon code you entered has expired.'],
    },
    {
      name: 'a gift card removes every coupon',
      coupons: [plain, promotion({ id: 4, code: 'SHIP', actions: [{ kind: 'free_shipping' }] })],
      on: { ...cart, withGiftCard: true },
      automatic: [],
      kept: [],
      notices: ['PLAIN', 'SHIP'].map((code) => `${code} was removed. Cannot purchase a gift card using a gift card or a coupon code`),
    },
    {
      name: 'signed out since',
      coupons: [promotion({ code: 'GOLDONLY', groupIds: [GROUPS.GOLD] })],
      on: cart,
      automatic: [],
      kept: [],
      notices: ['GOLDONLY was removed. Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?'],
    },
    {
      name: 'the sentence names the code',
      coupons: [promotion({ code: 'AUONLY', markets: ['AU'] })],
      on: { ...cart, market: 'SG' as Market },
      automatic: [],
      kept: [],
      notices: ['AUONLY was removed. The coupon AUONLY is not valid.'],
    },
    { name: 'no coupons', coupons: [], on: cart, automatic: [], kept: [], notices: [] },
  ])('$name', ({ coupons, on, automatic, kept, notices }) => {
    const result = revalidate(coupons, on, automatic);
    expect(codes(result.valid)).toEqual(kept);
    expect(result.removed.map(formatRemovedCoupon)).toEqual(notices);
  });

  test('keeps or removes each coupon with a reason, keeps the order, and is idempotent', () => {
    fc.assert(
      fc.property(couponPromotions(5), automaticPromotions(3), anyPricedLines(), (coupons, automatic, lines) => {
        const on = { ...cart, lines };
        const { valid, removed } = revalidate(coupons, on, automatic);
        expect(valid.length + removed.length).toBe(coupons.length);
        expect(coupons.filter((coupon) => valid.includes(coupon))).toEqual(valid);
        expect(revalidate(valid, on, automatic)).toEqual({ valid, removed: [] });
      }),
      { numRuns: runs(300) },
    );
  });

  test('finds the conditions of every valid coupon met in its turn', () => {
    fc.assert(
      fc.property(couponPromotions(5), automaticPromotions(3), anyPricedLines(), (coupons, automatic, lines) => {
        const { valid } = revalidate(coupons, { ...cart, lines }, automatic);
        for (const { promotion: applied, missing } of applyPromotions([...automatic, ...valid], lines))
          if (valid.includes(applied)) expect(missing).toEqual({ cases: 0, cents: 0 });
      }),
      { numRuns: runs(300) },
    );
  });
});
