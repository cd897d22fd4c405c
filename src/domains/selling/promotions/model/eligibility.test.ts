import { describe, expect, test } from 'vitest';
import { promotion } from '#tests/fixtures/promotions.ts';
import { COUPON_ERRORS } from '../messages.ts';
import { type CouponCart, type CouponShopper, findCouponError, isForGroup, isRunning, type UsesById } from './eligibility.ts';
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
  readonly overrides?: Partial<Promotion>;
  readonly on?: Partial<CouponCart>;
  readonly by?: CouponShopper;
  readonly uses?: UsesById;
  readonly error: keyof typeof COUPON_ERRORS | null;
}

const cases: readonly Case[] = [
  { name: 'anyone may use a plain coupon', error: null },
  { name: 'in the other market too', on: { market: 'SG' }, error: null },
  { name: 'not in a market it is not for', overrides: { markets: ['AU'] }, on: { market: 'SG' }, error: 'coupon_invalid' },
  { name: 'an automatic promotion has no code to use', overrides: { code: null }, error: 'coupon_invalid' },
  { name: 'from the instant it starts', overrides: { startsAt: NOON }, error: null },
  { name: 'not a millisecond before', overrides: { startsAt: '2026-06-01T12:00:00.001Z' }, error: 'coupon_invalid' },
  { name: 'not at the instant it ends', overrides: { endsAt: NOON }, error: 'coupon_expired' },
  { name: 'up to a millisecond before it ends', overrides: { endsAt: '2026-06-01T12:00:00.001Z' }, error: null },
  { name: 'instants carry their offset', overrides: { endsAt: '2026-06-01T22:00:00+10:00' }, error: 'coupon_expired' },
  { name: 'the customer’s own referral', overrides: { name: 'Referral_code_42' }, by: gold, error: 'coupon_own_referral' },
  { name: 'another customer’s referral', overrides: { name: 'Referral_code_7' }, by: gold, error: null },
  { name: 'a referral whose number only begins alike', overrides: { name: 'Referral_code_421' }, by: gold, error: null },
  { name: 'a guest has no referral, whatever the name', overrides: { name: 'Referral_code_0' }, error: null },
  { name: 'a gift card in the cart', on: { withGiftCard: true }, error: 'coupon_with_gift_card' },
  { name: 'a guest with a code for Gold', overrides: { groupIds: [GROUPS.GOLD] }, error: 'coupon_needs_login' },
  { name: 'a guest where guests are included', overrides: { groupIds: [GROUPS.GUEST, GROUPS.GOLD] }, error: null },
  { name: 'a guest where guests are excluded', overrides: { excludedGroupIds: [GROUPS.GUEST] }, error: 'coupon_needs_login' },
  { name: 'a customer where guests are excluded', overrides: { excludedGroupIds: [GROUPS.GUEST] }, by: gold, error: null },
  { name: 'a customer without a group is no guest', overrides: { excludedGroupIds: [GROUPS.GUEST] }, by: groupless, error: null },
  { name: 'nor is such a customer let in as one', overrides: { groupIds: [GROUPS.GUEST] }, by: groupless, error: 'coupon_not_eligible' },
  { name: 'Gold with a code for Gold', overrides: { groupIds: [GROUPS.GOLD] }, by: gold, error: null },
  { name: 'Gold with a code for Black', overrides: { groupIds: [GROUPS.BLACK] }, by: gold, error: 'coupon_not_eligible' },
  {
    name: 'a group both included and excluded is excluded',
    overrides: { groupIds: [GROUPS.GOLD], excludedGroupIds: [GROUPS.GOLD] },
    by: gold,
    error: 'coupon_not_eligible',
  },
  { name: 'an amount of exactly 10.00', on: { amountCents: 10_00 }, error: null },
  { name: 'an amount of 9.99', on: { amountCents: 9_99 }, error: 'coupon_minimum' },
  { name: 'its conditions on the lines do not hold', on: { fits: false }, error: 'coupon_minimum' },
  { name: 'one use left of five', overrides: { usesTotal: 5 }, uses: new Map([[1, { total: 4, byShopper: 0 }]]), error: null },
  { name: 'used up', overrides: { usesTotal: 5 }, uses: new Map([[1, { total: 5, byShopper: 0 }]]), error: 'coupon_expired' },
  { name: 'once each, used by others', overrides: { usesPerCustomer: 1 }, uses: new Map([[1, { total: 9, byShopper: 0 }]]), error: null },
  {
    name: 'once each, used by this customer',
    overrides: { usesPerCustomer: 1 },
    by: gold,
    uses: new Map([[1, { total: 9, byShopper: 1 }]]),
    error: 'coupon_not_eligible',
  },
];

describe('couponRefusal [PROMO-10] [PROMO-13]', () => {
  test.each(cases)('$name: $error', ({ overrides, on, by, uses, error }) => {
    expect(findCouponError(promotion(overrides), { ...cart, ...on }, by ?? guest, uses ?? none, now)).toBe(error);
  });

  test('rejects an unknown code [PROMO-15]', () => {
    expect(findCouponError(null, cart, guest, none, now)).toBe('coupon_invalid');
  });

  test('covers every error code of coupons [PROMO-14]', () => {
    expect(new Set(cases.map(({ error }) => error))).toEqual(new Set([...Object.keys(COUPON_ERRORS), null]));
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
  const steps: readonly { error: keyof typeof COUPON_ERRORS | null; fix: Partial<Promotion>; on: Partial<CouponCart> }[] = [
    { error: 'coupon_invalid', fix: {}, on: {} },
    { error: 'coupon_expired', fix: { markets: ['AU'] }, on: {} },
    { error: 'coupon_own_referral', fix: { endsAt: null }, on: {} },
    { error: 'coupon_with_gift_card', fix: { name: 'Somebody else' }, on: {} },
    { error: 'coupon_not_eligible', fix: {}, on: { withGiftCard: false } },
    { error: 'coupon_minimum', fix: { groupIds: [GROUPS.GOLD] }, on: {} },
    { error: null, fix: {}, on: { fits: true } },
  ];
  test.each(steps.map((step, index) => ({ ...step, index })))('$index: $error', ({ error, index }) => {
    const fixed = steps.slice(0, index + 1);
    const tried: Promotion = Object.assign({}, worst, ...fixed.map(({ fix }) => fix));
    const on: CouponCart = Object.assign({ ...cart, withGiftCard: true, fits: false }, ...fixed.map((step) => step.on));
    expect(findCouponError(tried, on, gold, none, now)).toBe(error);
  });

  test('reports a code that has both expired and not started as expired [PROMO-16]', () => {
    expect(findCouponError(promotion({ startsAt: '2027-01-01T00:00:00Z', endsAt: NOON }), cart, guest, none, now)).toBe('coupon_expired');
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
