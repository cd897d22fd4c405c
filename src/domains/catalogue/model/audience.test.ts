import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AUDIENCES } from '#markets/audiences.ts';
import { MARKETS } from '#markets/market.ts';
import { type AudienceShopper, GUEST, isOnSale, isTierEligible, isVisible, needsLogin, type OfferAudience } from './audience.ts';
import { TIERS_ELIGIBLE } from './record.ts';

const member = (tier: string): AudienceShopper => ({ tier, isStaff: false });
const staff: AudienceShopper = { tier: 'FOUNDERS', isStaff: true };
const staffWithoutTier: AudienceShopper = { tier: null, isStaff: true };
const open: OfferAudience = {
  audience: 'AU+NZ+SG',
  tiersEligible: ['GUEST', 'ALL'],
  secret: false,
  specialAccess: false,
  startsAt: null,
  endsAt: null,
};

describe('isTierEligible [CAT-12, CAT-13, CAT-14, CAT-15, CAT-16]', () => {
  test.each([
    { name: 'a guest, GUEST', tiers: ['GUEST'], shopper: GUEST, sees: true },
    { name: 'a guest, ALL', tiers: ['ALL'], shopper: GUEST, sees: true },
    { name: 'a guest, GOLD', tiers: ['GOLD'], shopper: GUEST, sees: false },
    { name: 'a guest, NEW', tiers: ['NEW'], shopper: GUEST, sees: false },
    { name: 'gold, GOLD', tiers: ['GOLD'], shopper: member('GOLD'), sees: true },
    { name: 'gold written small', tiers: ['GOLD'], shopper: member('gold'), sees: true },
    { name: 'gold, ALL', tiers: ['ALL'], shopper: member('GOLD'), sees: true },
    { name: 'gold, GUEST alone', tiers: ['GUEST'], shopper: member('GOLD'), sees: false },
    { name: 'gold, a lower tier', tiers: ['SILVER'], shopper: member('GOLD'), sees: false },
    { name: 'gold, a higher tier', tiers: ['BLACK'], shopper: member('GOLD'), sees: false },
    { name: 'gold among several', tiers: ['SILVER', 'GOLD', 'BLACK'], shopper: member('GOLD'), sees: true },
    { name: 'gold is not part of another name', tiers: ['GOLDEN'], shopper: member('GOLD'), sees: false },
    { name: 'none, NEW', tiers: ['NEW'], shopper: member('none'), sees: true },
    { name: 'none, ALL', tiers: ['ALL'], shopper: member('none'), sees: true },
    { name: 'none, GREEN', tiers: ['GREEN'], shopper: member('none'), sees: false },
    { name: 'none, GUEST alone', tiers: ['GUEST'], shopper: member('none'), sees: false },
    { name: 'New, NEW', tiers: ['NEW'], shopper: member('New'), sees: true },
    { name: 'staff, any tier', tiers: ['BLACK'], shopper: staff, sees: true },
    { name: 'staff without a tier', tiers: ['BLACK'], shopper: staffWithoutTier, sees: true },
    { name: 'no tier', tiers: [], shopper: member('GOLD'), sees: false },
  ])('$name: $sees', ({ tiers, shopper, sees }) => {
    expect(isTierEligible(tiers, shopper)).toBe(sees);
  });

  test('shows a member exactly the offers for ALL or the own tier [CAT-14, CAT-15]', () => {
    fc.assert(
      fc.property(
        fc.subarray([...TIERS_ELIGIBLE]),
        fc.constantFrom('NEW', 'GREEN', 'SILVER', 'GOLD', 'BLACK', 'FOUNDERS'),
        (tiers, tier) => {
          expect(isTierEligible(tiers, member(tier))).toBe(tiers.includes('ALL') || tiers.some((one) => one === tier));
        },
      ),
    );
  });
});

describe('isVisible [CAT-11, CAT-17]', () => {
  test.each([
    { name: 'AU in AU', audience: 'AU', market: 'AU', sees: true },
    { name: 'AU in SG', audience: 'AU', market: 'SG', sees: false },
    { name: 'NZ in AU', audience: 'NZ', market: 'AU', sees: false },
    { name: 'NZ in SG', audience: 'NZ', market: 'SG', sees: false },
    { name: 'SG in SG', audience: 'SG', market: 'SG', sees: true },
    { name: 'SG in AU', audience: 'SG', market: 'AU', sees: false },
    { name: 'AU+NZ in AU', audience: 'AU+NZ', market: 'AU', sees: true },
    { name: 'AU+NZ in SG', audience: 'AU+NZ', market: 'SG', sees: false },
    { name: 'all three in AU', audience: 'AU+NZ+SG', market: 'AU', sees: true },
    { name: 'all three in SG', audience: 'AU+NZ+SG', market: 'SG', sees: true },
  ] as const)('$name: $sees', ({ audience, market, sees }) => {
    expect(isVisible({ ...open, audience }, market, GUEST)).toBe(sees);
  });

  test.each([
    { name: 'secret, a guest', offer: { ...open, secret: true }, shopper: GUEST, sees: false },
    { name: 'secret, a member', offer: { ...open, secret: true }, shopper: member('GREEN'), sees: true },
    {
      name: 'secret and for Gold, a Green member',
      offer: { ...open, secret: true, tiersEligible: ['GOLD'] },
      shopper: member('GREEN'),
      sees: false,
    },
    { name: 'secret, staff without a tier', offer: { ...open, secret: true }, shopper: staffWithoutTier, sees: true },
    { name: 'special access, a guest', offer: { ...open, specialAccess: true }, shopper: GUEST, sees: true },
    { name: 'for Gold, a guest', offer: { ...open, tiersEligible: ['GOLD'] }, shopper: GUEST, sees: false },
  ])('$name: $sees', ({ offer, shopper, sees }) => {
    expect(isVisible(offer, 'AU', shopper)).toBe(sees);
  });

  test('hides offers of another market from staff too [CAT-11]', () => {
    for (const shopper of [staff, staffWithoutTier]) expect(isVisible({ ...open, audience: 'AU' }, 'SG', shopper)).toBe(false);
  });

  test('shows guests only offers for GUEST or ALL that are not secret and for the market [CAT-13]', () => {
    const anyOffer = fc.record({
      audience: fc.constantFrom(...AUDIENCES),
      tiersEligible: fc.subarray([...TIERS_ELIGIBLE]),
      secret: fc.boolean(),
      specialAccess: fc.boolean(),
      startsAt: fc.constant(null),
      endsAt: fc.constant(null),
    });
    fc.assert(
      fc.property(anyOffer, fc.constantFrom(...MARKETS), (offer, market) => {
        const forGuests = offer.tiersEligible.includes('GUEST') || offer.tiersEligible.includes('ALL');
        expect(isVisible(offer, market, GUEST)).toBe(forGuests && !offer.secret && offer.audience.split('+').includes(market));
      }),
    );
  });
});

describe('isOnSale', () => {
  const now = Date.parse('2026-06-01T12:00:00Z');
  test.each([
    { name: 'always', startsAt: null, endsAt: null, sells: true },
    { name: 'from the instant it starts', startsAt: '2026-06-01T12:00:00Z', endsAt: null, sells: true },
    { name: 'not a millisecond before', startsAt: '2026-06-01T12:00:00.001Z', endsAt: null, sells: false },
    { name: 'up to a millisecond before it ends', startsAt: null, endsAt: '2026-06-01T12:00:00.001Z', sells: true },
    { name: 'not at the instant it ends', startsAt: null, endsAt: '2026-06-01T12:00:00Z', sells: false },
    { name: 'offsets count', startsAt: '2026-06-01T22:00:00+10:00', endsAt: '2026-06-01T22:00:01+10:00', sells: true },
    { name: 'as the database writes instants', startsAt: '2026-06-01T12:00:00+00:00', endsAt: null, sells: true },
    { name: 'an empty window', startsAt: '2026-06-01T12:00:00Z', endsAt: '2026-06-01T12:00:00Z', sells: false },
  ])('$name: $sells', ({ startsAt, endsAt, sells }) => {
    expect(isOnSale({ startsAt, endsAt }, now)).toBe(sells);
  });
});

describe('needsLogin [CAT-20]', () => {
  test.each([
    { name: 'special access, a guest', specialAccess: true, shopper: GUEST, needs: true },
    { name: 'special access, a member', specialAccess: true, shopper: member('GREEN'), needs: false },
    { name: 'special access, staff without a tier', specialAccess: true, shopper: staffWithoutTier, needs: false },
    { name: 'an open offer, a guest', specialAccess: false, shopper: GUEST, needs: false },
  ])('$name: $needs', ({ specialAccess, shopper, needs }) => {
    expect(needsLogin({ specialAccess }, shopper)).toBe(needs);
  });
});
