import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Market } from '#markets/market.ts';
import { anyPricedLines, automaticPromotions, couponPromotions, promotion } from '#tests/fixtures/promotions.ts';
import { runs } from '#tests/stress/run-count.ts';
import { applyPromotions, type PricedLine } from './discounts.ts';
import type { CouponShopper } from './eligibility.ts';
import { GROUPS, type Promotion } from './promotion.ts';
import { droppedSentence, revalidateCoupons } from './revalidate-coupons.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const guest: CouponShopper = { customerId: 0, groupId: 0 };
const hundred: PricedLine = { offerId: 'red', productId: 1, category: 'Red', tags: [], quantity: 1, unitCents: 100_00 };
const cart = { market: 'AU' as Market, lines: [hundred], withGiftCard: false };
const settle = (coupons: readonly Promotion[], on: typeof cart, automatic: readonly Promotion[]) =>
  revalidateCoupons({ coupons, ...on, automatic, shopper: guest, uses: new Map(), now });
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
      on: { ...cart, lines: [{ ...hundred, unitCents: 9_99 }] },
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
    {
      name: 'in whatever order they were added',
      coupons: [big, plain],
      on: cart,
      automatic: [],
      kept: ['PLAIN'],
      notices: [`BIG was taken off. ${MINIMUM}`],
    },
    {
      name: 'one that goes first by its priority stays',
      coupons: [plain, { ...big, priority: -1 }],
      on: cart,
      automatic: [],
      kept: ['PLAIN', 'BIG'],
      notices: [],
    },
    {
      name: 'a coupon that stands alone, but does not fit, leaves the automatic ones in place',
      coupons: [promotion({ id: 3, code: 'ALONE', exclusive: true, minimumCents: 500_00 }), big],
      on: cart,
      automatic: [promotion({ id: 9, code: null })],
      kept: [],
      notices: [`ALONE was taken off. ${MINIMUM}`, `BIG was taken off. ${MINIMUM}`],
    },
    {
      name: 'nothing in its scope',
      coupons: [promotion({ code: 'GIN', scope: { offerIds: [], productIds: [], categories: ['Gin'], tags: [] } })],
      on: cart,
      automatic: [],
      kept: [],
      notices: [`GIN was taken off. ${MINIMUM}`],
    },
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
      on: { ...cart, market: 'SG' as Market },
      automatic: [],
      kept: [],
      notices: ['AUONLY was taken off. The coupon AUONLY is not valid.'],
    },
    { name: 'no coupons', coupons: [], on: cart, automatic: [], kept: [], notices: [] },
  ])('$name', ({ coupons, on, automatic, kept, notices }) => {
    const settled = settle(coupons, on, automatic);
    expect(codes(settled.kept)).toEqual(kept);
    expect(settled.dropped.map(droppedSentence)).toEqual(notices);
  });

  test('each is kept or dropped with a reason, order kept, and settling again changes nothing', () => {
    fc.assert(
      fc.property(couponPromotions(5), automaticPromotions(3), anyPricedLines(), (coupons, automatic, lines) => {
        const on = { ...cart, lines };
        const { kept, dropped } = settle(coupons, on, automatic);
        expect(kept.length + dropped.length).toBe(coupons.length);
        expect(coupons.filter((coupon) => kept.includes(coupon))).toEqual(kept);
        expect(settle(kept, on, automatic)).toEqual({ kept, dropped: [] });
      }),
      { numRuns: runs(300) },
    );
  });

  test('every kept coupon finds its conditions met in its turn', () => {
    fc.assert(
      fc.property(couponPromotions(5), automaticPromotions(3), anyPricedLines(), (coupons, automatic, lines) => {
        const { kept } = settle(coupons, { ...cart, lines }, automatic);
        for (const { promotion: applied, missing } of applyPromotions([...automatic, ...kept], lines))
          if (kept.includes(applied)) expect(missing).toEqual({ cases: 0, cents: 0 });
      }),
      { numRuns: runs(300) },
    );
  });
});
