import { describe, expect, test } from 'vitest';
import { NO_BRAND } from '#domains/content/model/brand.ts';
import { marketLinks, originOf, otherShop, otherShops, type SiteData, telUrl } from './links.ts';
import { categoryLinks } from './navigation.ts';

const sites = [
  { id: 'au-wine', market: 'AU', kind: 'wine', origin: 'http://localhost:3000' },
  { id: 'sg-wine', market: 'SG', kind: 'wine', origin: 'http://sg.localhost:3000' },
  { id: 'au-spirits', market: 'AU', kind: 'spirits', origin: 'http://spirits.localhost:3000' },
] as const;

const auWine: SiteData = {
  site: { id: 'au-wine', market: 'AU', kind: 'wine', listPath: '/wines' },
  origin: 'http://localhost:3000',
  frame: {
    delivery: { free: '', otherwise: '' },
    unprefetched: [],
    links: { main: [], shelves: [], shop: [], read: [], help: [], about: [] },
    asksAboutErrors: false,
    analytics: {
      sendsBeforeChoice: true,
      sharedWith: [],
      writeKey: 'key',
      service: null,
      tracker: null,
      insights: { url: '', applicationId: 'shop', key: 'guest', index: 'i' },
    },
    oneSignalAppId: null,
    notes: null,
    search: null,
    outside: { whiskyEvent: null },
    brand: NO_BRAND,
    notice: null,
    supportPhone: '1800 555 010',
    licence: 'Licence',
    login: { domain: 'https://shop.example', clientId: 'web', audience: 'https://api.example', isHere: true },
    sites,
  },
};
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
