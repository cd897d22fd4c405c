import { expect, test } from 'vitest';
import { getMarketConfig, MARKETS, marketSettings } from './market.ts';

test.each([
  {
    market: 'AU',
    referralCreditCents: 2500,
    facts: {
      market: 'AU',
      locale: 'en-AU',
      currency: 'AUD',
      currencySymbol: '$',
      taxName: 'GST',
      searchIndex: 'au_storefront_site_offers',
      states: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
    },
  },
  {
    market: 'SG',
    referralCreditCents: 3500,
    facts: {
      market: 'SG',
      locale: 'en-SG',
      currency: 'SGD',
      currencySymbol: '$',
      taxName: 'GST',
      searchIndex: 'sg_storefront_site_offers',
    },
  },
] as const)('has the values of $market [SITE-5, SITE-6, REF-2, REF-3]', ({ market, referralCreditCents, facts }) => {
  expect(getMarketConfig(market)).toMatchObject(facts);
  expect(marketSettings(market).referralCreditCents).toBe(referralCreditCents);
});

test('has AU as the first market and the default [SITE-5]', () => {
  expect(MARKETS).toEqual(['AU', 'SG']);
});

test.each(MARKETS)('shows a notice about the age of 18 in %s', (market) => {
  expect(getMarketConfig(market).licenceNotice).toMatch(/\b18\b/);
});
