import { describe, expect, test } from 'vitest';
import { createSiteData } from '#tests/fixtures/site-data.ts';
import { marketLinks, originOf, otherShop, otherShops, type SiteData, telUrl } from './links.ts';
import { categoryLinks } from './navigation.ts';

const auWine = createSiteData([
  { id: 'au-wine', market: 'AU', kind: 'wine', origin: 'http://localhost:3000' },
  { id: 'sg-wine', market: 'SG', kind: 'wine', origin: 'http://sg.localhost:3000' },
  { id: 'au-spirits', market: 'AU', kind: 'spirits', origin: 'http://spirits.localhost:3000' },
]);
const sgWine: SiteData = {
  ...auWine,
  site: { id: 'sg-wine', market: 'SG', kind: 'wine', listPath: '/wines' },
  origin: 'http://sg.localhost:3000',
};

describe('marketLinks', () => {
  test('links a page that every market has to itself', () => {
    expect(marketLinks(auWine, '/')).toEqual([
      { label: 'AU $', to: '/', current: true },
      { label: 'SG $', to: 'http://sg.localhost:3000/', current: false },
    ]);
  });
  test('links a content page to itself if every market has it, else to the list', () => {
    const siteData = { ...auWine, layout: { ...auWine.layout, sharedPaths: ['/stores'] } };
    expect(marketLinks(siteData, '/stores')[1]?.to).toBe('http://sg.localhost:3000/stores');
    expect(marketLinks(siteData, '/vineyard')[1]?.to).toBe('http://sg.localhost:3000/wines');
  });
  test('links an offer to the list, because the other market may not sell it', () => {
    expect(marketLinks(auWine, '/wines/a/b')[1]?.to).toBe('http://sg.localhost:3000/wines');
  });
});

test('returns the other shop of a market, if there is one', () => {
  expect(otherShop(auWine)?.id).toBe('au-spirits');
  expect(otherShop(sgWine)).toBeNull();
});

test('gives a spirit the origin of the spirits site, or of this one if there is none', () => {
  expect(originOf(auWine, 'spirits')).toBe('http://spirits.localhost:3000');
  expect(originOf(sgWine, 'spirits')).toBe('http://sg.localhost:3000');
  expect(originOf(auWine, 'wine')).toBe('http://localhost:3000');
});

test('names the other shops', () => {
  expect(otherShops(auWine).map(({ label }) => label)).toEqual(['Wine, Singapore', 'Spirits, Australia']);
});

test('links categories to their list, except gift cards', () => {
  expect(categoryLinks('wine').map(({ label }) => label)).toEqual([
    'Red',
    'White',
    'Rosé',
    'Sparkling',
    'Orange',
    'Dessert',
    'Fortified',
    'Mixed cases',
  ]);
  expect(categoryLinks('spirits').at(-1)).toEqual({ label: 'Tasting packs', to: '/spirits?category=Mixed%20spirits' });
});

test('dials a phone number by its digits', () => {
  expect(telUrl('+65 6555 0100')).toBe('tel:+6565550100');
});
