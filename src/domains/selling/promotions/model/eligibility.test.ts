import { describe, expect, test } from 'vitest';
import { promotion } from '#tests/fixtures/promotions.ts';
import { COUPON_ERRORS } from '../messages.ts';
import { type CouponCart, type CouponShopper, couponRefusal, isForGroup, isRunning, type UsesById } from './eligibility.ts';
import { GROUPS, type Promotion } from './promotion.ts';

const NOON = '2026-06-01T12:00:00Z';
const now = Date.parse(NOON);
const guest: CouponShopper = { customerId: 0, groupId: GROUPS.GUEST };
const gold: CouponShopper = { customerId: 42, groupId: GROUPS.GOLD };
const groupless: CouponShopper = { customerId: 43, groupId: 0 };
const cart: CouponCart = { market: 'AU', amountCents: 100_00, fits: true, withGiftCard: false };
const none: UsesById = new Map();

interface Case {
  readonly name: string;
  readonly given?: Partial<Promotion>;
  readonly on?: Partial<CouponCart>;
  readonly by?: CouponShopper;
  readonly uses?: UsesById;
  readonly refusal: keyof typeof COUPON_ERRORS | null;
}

const cases: readonly Case[] = [
  { name: 'anyone may use a plain coupon', refusal: null },
  { name: 'in the other market too', on: { market: 'SG' }, refusal: null },
  { name: 'not in a market it is not for', given: { markets: ['AU'] }, on: { market: 'SG' }, refusal: 'coupon_invalid' },
  { name: 'an automatic promotion has no code to use', given: { code: null }, refusal: 'coupon_invalid' },
  { name: 'from the instant it starts', given: { startsAt: NOON }, refusal: null },
  { name: 'not a millisecond before', given: { startsAt: '2026-06-01T12:00:00.001Z' }, refusal: 'coupon_invalid' },
  { name: 'not at the instant it ends', given: { endsAt: NOON }, refusal: 'coupon_expired' },
  { name: 'up to a millisecond before it ends', given: { endsAt: '2026-06-01T12:00:00.001Z' }, refusal: null },
  { name: 'instants carry their offset', given: { endsAt: '2026-06-01T22:00:00+10:00' }, refusal: 'coupon_expired' },
  { name: 'the customer’s own referral', given: { name: 'Referral_code_42' }, by: gold, refusal: 'coupon_own_referral' },
  { name: 'another customer’s referral', given: { name: 'Referral_code_7' }, by: gold, refusal: null },
  { name: 'a referral whose number only begins alike', given: { name: 'Referral_code_421' }, by: gold, refusal: null },
  { name: 'a guest has no referral, whatever the name', given: { name: 'Referral_code_0' }, refusal: null },
  { name: 'a gift card in the cart', on: { withGiftCard: true }, refusal: 'coupon_with_gift_card' },
  { name: 'a guest with a code for Gold', given: { groupIds: [GROUPS.GOLD] }, refusal: 'coupon_needs_login' },
  { name: 'a guest where guests are included', given: { groupIds: [GROUPS.GUEST, GROUPS.GOLD] }, refusal: null },
  { name: 'a guest where guests are excluded', given: { excludedGroupIds: [GROUPS.GUEST] }, refusal: 'coupon_needs_login' },
  { name: 'a customer where guests are excluded', given: { excludedGroupIds: [GROUPS.GUEST] }, by: gold, refusal: null },
  { name: 'a customer without a group is no guest', given: { excludedGroupIds: [GROUPS.GUEST] }, by: groupless, refusal: null },
  { name: 'nor is such a customer let in as one', given: { groupIds: [GROUPS.GUEST] }, by: groupless, refusal: 'coupon_not_eligible' },
  { name: 'Gold with a code for Gold', given: { groupIds: [GROUPS.GOLD] }, by: gold, refusal: null },
  { name: 'Gold with a code for Black', given: { groupIds: [GROUPS.BLACK] }, by: gold, refusal: 'coupon_not_eligible' },
  {
    name: 'a group both included and excluded is excluded',
    given: { groupIds: [GROUPS.GOLD], excludedGroupIds: [GROUPS.GOLD] },
    by: gold,
    refusal: 'coupon_not_eligible',
  },
  { name: 'an amount of exactly 10.00', on: { amountCents: 10_00 }, refusal: null },
  { name: 'an amount of 9.99', on: { amountCents: 9_99 }, refusal: 'coupon_minimum' },
  { name: 'its conditions on the lines do not hold', on: { fits: false }, refusal: 'coupon_minimum' },
  { name: 'one use left of five', given: { usesTotal: 5 }, uses: new Map([[1, { total: 4, mine: 0 }]]), refusal: null },
  { name: 'used up', given: { usesTotal: 5 }, uses: new Map([[1, { total: 5, mine: 0 }]]), refusal: 'coupon_expired' },
  { name: 'once each, used by others', given: { usesPerCustomer: 1 }, uses: new Map([[1, { total: 9, mine: 0 }]]), refusal: null },
  {
    name: 'once each, used by this customer',
    given: { usesPerCustomer: 1 },
    by: gold,
    uses: new Map([[1, { total: 9, mine: 1 }]]),
    refusal: 'coupon_not_eligible',
  },
];

describe('couponRefusal [PROMO-10] [PROMO-13]', () => {
  test.each(cases)('$name: $refusal', ({ given, on, by, uses, refusal }) => {
    expect(couponRefusal(promotion(given), { ...cart, ...on }, by ?? guest, uses ?? none, now)).toBe(refusal);
  });

  test('rejects an unknown code [PROMO-15]', () => {
    expect(couponRefusal(null, cart, guest, none, now)).toBe('coupon_invalid');
  });

  test('covers every error code of coupons [PROMO-14]', () => {
    expect(new Set(cases.map(({ refusal }) => refusal))).toEqual(new Set([...Object.keys(COUPON_ERRORS), null]));
  });
});

describe('if several reasons apply, the first of this order wins', () => {
  /** Each step removes the previous reason; all later ones still apply. */
  const worst = promotion({
    markets: ['SG'],
    endsAt: NOON,
    name: 'Referral_code_42',
    groupIds: [GROUPS.BLACK],
  });
  const steps: readonly { refusal: keyof typeof COUPON_ERRORS | null; mend: Partial<Promotion>; on: Partial<CouponCart> }[] = [
    { refusal: 'coupon_invalid', mend: {}, on: {} },
    { refusal: 'coupon_expired', mend: { markets: ['AU'] }, on: {} },
    { refusal: 'coupon_own_referral', mend: { endsAt: null }, on: {} },
    { refusal: 'coupon_with_gift_card', mend: { name: 'Somebody else' }, on: {} },
    { refusal: 'coupon_not_eligible', mend: {}, on: { withGiftCard: false } },
    { refusal: 'coupon_minimum', mend: { groupIds: [GROUPS.GOLD] }, on: {} },
    { refusal: null, mend: {}, on: { fits: true } },
  ];
  test.each(steps.map((step, index) => ({ ...step, index })))('$index: $refusal', ({ refusal, index }) => {
    const mended = steps.slice(0, index + 1);
    const tried: Promotion = Object.assign({}, worst, ...mended.map(({ mend }) => mend));
    const on: CouponCart = Object.assign({ ...cart, withGiftCard: true, fits: false }, ...mended.map((step) => step.on));
    expect(couponRefusal(tried, on, gold, none, now)).toBe(refusal);
  });

  test('reports a code that has both expired and not started as expired [PROMO-16]', () => {
    expect(couponRefusal(promotion({ startsAt: '2027-01-01T00:00:00Z', endsAt: NOON }), cart, guest, none, now)).toBe('coupon_expired');
  });
});

test.each([
  { name: 'always', window: { startsAt: null, endsAt: null }, runs: true },
  { name: 'between its instants', window: { startsAt: '2026-06-01T00:00:00Z', endsAt: '2026-06-02T00:00:00Z' }, runs: true },
  { name: 'an empty window', window: { startsAt: NOON, endsAt: NOON }, runs: false },
])('isRunning: $name', ({ window, runs }) => {
  expect(isRunning(window, now)).toBe(runs);
});

test('isForGroup admits everyone if there is no restriction [PROMO-7]', () => {
  for (const shopper of [guest, gold, groupless]) expect(isForGroup({ groupIds: [], excludedGroupIds: [] }, shopper)).toBe(true);
});
