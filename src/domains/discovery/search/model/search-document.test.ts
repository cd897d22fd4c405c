import { describe, expect, test } from 'vitest';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { isVisible } from '#domains/catalogue/model/audience.ts';
import { TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import { MARKETS } from '#markets/market.ts';
import { generateOffers } from '#tests/bench/generate-offers.ts';
import { accessBits } from './search-audience.ts';
import { audienceOf, searchDocument } from './search-document.ts';

const [offer] = generateOffers(1);
const hit = {
  ...offer,
  region: 'Barossa Valley, South Australia',
  country: 'Australia',
  varietal: 'Grenache / Shiraz & Mataro',
  category: 'Red',
  bottlePrice: 24.5,
} as unknown as CatalogueHit;

describe('the document of a hit', () => {
  test('carries the facet attributes [SRCH-13]', () => {
    expect(searchDocument(hit, { audience: 'AU', popularity: 3 })).toMatchObject({
      objectID: 'offer-0',
      categories: ['Red'],
      varietals: ['Grenache', 'Shiraz', 'Mataro'],
      countries: ['Australia'],
      regions: ['Barossa Valley', 'South Australia'],
      priceRange: '$20 to $30',
      audience: 'AU',
      popularity: 3,
    });
  });

  test('omits empty values, and a region that equals its country', () => {
    const document = searchDocument(
      { ...hit, region: 'Kentucky, United States', country: 'United States', varietal: '' },
      { audience: 'AU', popularity: 0 },
    );
    expect(document).toMatchObject({ regions: ['Kentucky'], varietals: [] });
  });
});

describe('the audience of a shopper', () => {
  const shoppers = [
    { tier: null, isStaff: false },
    ...['NEW', 'green', 'SILVER', 'GOLD', 'BLACK', 'FOUNDERS'].map((tier) => ({ tier, isStaff: false })),
    { tier: 'FOUNDERS', isStaff: true },
  ];

  test('matches the offers that the catalogue shows to the shopper', () => {
    for (const market of MARKETS) {
      for (const shopper of shoppers) {
        for (const audience of AUDIENCES) {
          for (const tier of TIERS_ELIGIBLE) {
            for (const secret of [true, false]) {
              const document = searchDocument({ ...hit, tiersEligible: [tier], secret }, { audience, popularity: 0 });
              const visible = isVisible(
                { audience, tiersEligible: [tier], secret, specialAccess: false, startsAt: null, endsAt: null },
                market,
                shopper,
              );
              expect(
                audienceOf(market, shopper).allows(accessBits(document)),
                JSON.stringify({ market, shopper, audience, tier, secret }),
              ).toBe(visible);
            }
          }
        }
      }
    }
  });

  test('is NEW or ALL for a customer without a tier', () => {
    const isDisplayed = (tier: string) =>
      audienceOf('AU', { tier: 'none', isStaff: false }).allows(
        accessBits(searchDocument({ ...hit, tiersEligible: [tier], secret: false }, { audience: 'AU', popularity: 0 })),
      );
    expect(['NEW', 'ALL', 'GUEST', 'GREEN'].map(isDisplayed)).toEqual([true, true, false, false]);
  });
});
