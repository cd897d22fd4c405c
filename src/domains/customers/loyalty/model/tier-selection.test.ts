import { describe, expect, test } from 'vitest';
import { TIER_RANKS, TIERS } from '#domains/customers/identity/model/tiers.ts';
import { daysObservedOn, isAnniversary, occasionName } from './occasions.ts';
import { isLoyaltyShown, selectTier, tierInfo } from './tier-selection.ts';

const staff = { isStaff: true, tier: 'GREEN' };
const of = (tier: string) => ({ isStaff: false, tier });

test('has the ranks and the tiers of customers [LOY-1, LOY-2, LOY-3, LOY-4, LOY-5, LOY-6, LOY-7, LOY-8, LOY-9]', () => {
  expect(TIER_RANKS).toEqual({ ALL: -1, GUEST: 0, GREEN: 1, NEW: 1, SILVER: 2, GOLD: 3, BLACK: 4, FOUNDERS: 5 });
  expect([...TIERS].sort()).toEqual(['BLACK', 'FOUNDERS', 'GOLD', 'GREEN', 'NEW', 'SILVER']);
});

describe('tier selection', () => {
  test.each([
    ['nobody', null, '/wines', null, 'none', 'tiersEligible:GUEST OR tiersEligible:ALL'],
    ['a Gold member', of('Gold'), '/wines', 'GOLD', 'gold', 'tiersEligible:GOLD OR tiersEligible:ALL'],
    ['somebody new', of('New'), '/wines', 'none', 'none', 'tiersEligible:NEW OR tiersEligible:ALL'],
    ['staff', staff, '/wines', 'FOUNDERS', 'founders', ''],
    ['staff on /tier-offers', staff, '/tier-offers', 'GREEN', 'green', 'tiersEligible:GREEN OR tiersEligible:ALL'],
    ['staff on /Tier-Offers/', staff, '/Tier-Offers/', 'GREEN', 'green', 'tiersEligible:GREEN OR tiersEligible:ALL'],
    ['staff in the account', staff, '/account/very-important-mofo', 'GREEN', 'green', 'tiersEligible:GREEN OR tiersEligible:ALL'],
    ['staff on a page that only begins so', staff, '/accounts', 'FOUNDERS', 'founders', ''],
  ])('for %s [LOY-12, LOY-13, LOY-14, LOY-15, LOY-16]', (_, customer, path, tier, lower, tierFilter) => {
    expect(selectTier(customer, path)).toBe(tier);
    expect(tierInfo(customer, path, 'au')).toEqual({ tier: lower, index: 'au', tierFilter });
  });
});

test.each([
  [true, 'GOLD', true],
  ['true', 'GOLD', true],
  ['TRUE', 'GOLD', false],
  [1, 'GOLD', false],
  [false, 'GOLD', false],
  [undefined, 'GOLD', false],
  [true, null, false],
])('eligibility %s with tier %s shows loyalty: %s [LOY-17]', (eligible, tier, isDisplayed) => {
  expect(isLoyaltyShown({ loyalty_eligible_for_loyalty: eligible }, tier)).toBe(isDisplayed);
});

describe('annual days', () => {
  test.each([
    ['1979-11-23', '2026-11-23', true],
    ['1979-11-23', '2026-11-22', false],
    ['2000-02-29', '2028-02-29', true],
    ['2000-02-29', '2028-02-28', false],
    ['2000-02-29', '2027-02-28', true],
    ['2000-02-29', '2027-03-01', false],
    ['2000-02-29', '2100-02-28', true],
    ['2026-11-21', '2026-11-21', false],
  ])('observes %s on %s: %s', (day, today, expected) => expect(isAnniversary(day, today)).toBe(expected));

  test('include 29 February on the 28th unless it is a leap year', () => {
    expect(daysObservedOn('2027-02-28')).toEqual(['02-28', '02-29']);
    expect(daysObservedOn('2028-02-28')).toEqual(['02-28']);
    expect(daysObservedOn('2026-06-01')).toEqual(['06-01']);
    expect(occasionName('birthday', 7, '2026-06-01')).toBe('Birthday_7_2026');
  });
});
