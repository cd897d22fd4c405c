import { expect, test } from 'vitest';
import { createSiteData } from '#tests/fixtures/site-data.ts';
import { offerBreadcrumbs } from './offer-breadcrumbs.ts';

const siteData = createSiteData([
  { id: 'au-wine', market: 'AU', kind: 'wine', origin: 'http://localhost:3000' },
  { id: 'au-spirits', market: 'AU', kind: 'spirits', origin: 'http://spirits.localhost:3000' },
]);
const addresses = (offer: Parameters<typeof offerBreadcrumbs>[1]) => offerBreadcrumbs(siteData, offer).map(({ to }) => to);

test('ends at the region if it has a page, else at the country', () => {
  const wine = { isSpirit: false, category: 'Red' } as const;
  const [country, region] = [
    { attribute: 'countries', value: 'France' },
    { attribute: 'regions', value: 'Côte d’Or' },
  ] as const;
  expect(offerBreadcrumbs(siteData, wine, [country, region]).at(-1)).toEqual({ label: 'Côte d’Or', to: '/region/cote-d-or' });
  expect(offerBreadcrumbs(siteData, wine, [country]).at(-1)).toEqual({ label: 'France', to: '/country/france' });
  expect(offerBreadcrumbs(siteData, wine, []).at(-1)?.label).toBe('Red');
});

test.each([
  {
    name: 'a wine stays on this site',
    offer: { isSpirit: false, category: 'Rosé' },
    expected: ['/', '/wines', '/wines?category=Ros%C3%A9'],
  },
  {
    name: 'a spirit links to the spirits site',
    offer: { isSpirit: true, category: 'Gin' },
    expected: [
      'http://spirits.localhost:3000/',
      'http://spirits.localhost:3000/spirits',
      'http://spirits.localhost:3000/spirits?category=Gin',
    ],
  },
  { name: 'a gift card has no list', offer: { isSpirit: false, category: 'Gift card' }, expected: ['/', '/wines'] },
] as const)('$name', ({ offer, expected }) => {
  expect(addresses(offer)).toEqual(expected);
});
