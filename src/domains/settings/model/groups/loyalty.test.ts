import { describe, expect, test } from 'vitest';
import { checkValue } from '../parse-value.ts';
import { benefitsOf, defaultProgramme, LOYALTY, type LoyaltyTier } from './loyalty.ts';

const AU = defaultProgramme('AU');

/** Returns the problems of the Australian programme with changes of its tiers. */
function problemsWith(changes: Partial<Record<LoyaltyTier['tier'], Partial<Record<keyof LoyaltyTier, unknown>>>>): string[] {
  const tiers = AU.tiers.map((each) => ({ ...each, ...changes[each.tier] }));
  return checkValue(LOYALTY, 'AU', { ...AU, tiers }).issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('has no problems by default', () => {
  expect([problemsWith({}), LOYALTY.check(defaultProgramme('SG'), 'SG')]).toEqual([[], []]);
});

test.each([
  {
    name: 'a threshold below that of a lower tier',
    changes: { GOLD: { spend: 900 } },
    problem: 'tiers.3.spend: must be more than the $1000 of Silver',
  },
  {
    name: 'a threshold of a lower tier',
    changes: { BLACK: { spend: 5_000 } },
    problem: 'tiers.4.spend: must be more than the $5000 of Gold',
  },
  { name: 'a threshold of Green', changes: { GREEN: { spend: 50 } }, problem: 'tiers.1.spend: must be 0; every customer begins here' },
  {
    name: 'a threshold of New',
    changes: { NEW: { spend: 0 } },
    problem: 'tiers.0.spend: must be empty; customers are new until their first order',
  },
  {
    name: 'a name twice',
    changes: { GOLD: { name: 'SILVER' } },
    problem: 'tiers.3.name: is the name of row 3 already; choose another one',
  },
  { name: 'a tier twice', changes: { FOUNDERS: { tier: 'NEW' } }, problem: 'tiers.5.tier: is in row 1 already; choose another tier' },
  {
    name: 'more than all of an order',
    changes: { BLACK: { discountKind: 'percentage', birthday: 101 } },
    problem: 'tiers.4.birthday: must be at most 100 per cent',
  },
  {
    name: 'a benefit without its coupon',
    changes: { GOLD: { birthday: 0 } },
    problem: 'tiers.3.benefits: names {birthday}, but there is no such coupon',
  },
  {
    name: 'a name of two lines',
    changes: { GOLD: { name: 'Gold\nBcc: a@b.example' } },
    problem: 'tiers.3.name: must be one line of plain text',
  },
])('refuses $name', ({ changes, problem }) => {
  expect(problemsWith(changes)).toContain(problem);
});

test('refuses a programme without the tier with which every customer begins', () => {
  const tiers = AU.tiers.filter(({ tier }) => tier !== 'GREEN');

  expect(LOYALTY.check({ ...AU, tiers }, 'AU')).toEqual([
    { path: ['tiers'], message: 'must contain Green, with which every customer begins' },
  ]);
});

describe('benefits', () => {
  const gold = AU.tiers[3] as LoyaltyTier;

  test.each([
    { name: 'whole dollars', values: {}, texts: ['Offers for Gold members', '$40 on your birthday', '$20 on each anniversary of joining'] },
    {
      name: 'cents',
      values: { birthday: 12.5 },
      texts: ['Offers for Gold members', '$12.50 on your birthday', '$20 on each anniversary of joining'],
    },
    {
      name: 'a percentage',
      values: { discountKind: 'percentage' as const, birthday: 15, anniversary: 10 },
      texts: ['Offers for Gold members', '15% on your birthday', '10% on each anniversary of joining'],
    },
  ])('take the values of the coupons from the setting: $name', ({ values, texts }) => {
    expect(benefitsOf({ ...gold, ...values })).toEqual(texts);
  });
});
