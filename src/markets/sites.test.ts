import { describe, expect, test } from 'vitest';
import { DEFAULT_SITES, parseSites, siblingSite, siteInMarket, siteOfHost, themeOf } from './sites.ts';

const [auWine, sgWine, auSpirits, sgSpirits] = DEFAULT_SITES;

describe('default table [SITE-8, SITE-9, SITE-10, SITE-11, SITE-12, SITE-13, SITE-15]', () => {
  test.each([
    { host: 'localhost', id: 'au-wine', market: 'AU', kind: 'wine', listPath: '/wines' },
    { host: 'sg.localhost', id: 'sg-wine', market: 'SG', kind: 'wine', listPath: '/wines' },
    { host: 'spirits.localhost', id: 'au-spirits', market: 'AU', kind: 'spirits', listPath: '/spirits' },
    { host: 'spirits.sg.localhost', id: 'sg-spirits', market: 'SG', kind: 'spirits', listPath: '/spirits' },
  ])('maps $host to $id', (row) => {
    expect(siteOfHost(DEFAULT_SITES, row.host)).toEqual(row);
  });
});

describe('siteOfHost', () => {
  test.each([
    { name: 'a port is no part of the host', host: 'sg.localhost:3000', id: 'sg-wine' },
    { name: 'case does not matter', host: 'Spirits.SG.LocalHost', id: 'sg-spirits' },
    { name: 'an unlisted host', host: 'shop.example', id: undefined },
    { name: 'a host that ends with a listed one', host: 'evil-localhost', id: undefined },
    { name: 'a host below a listed one', host: 'a.localhost', id: undefined },
    { name: 'no host', host: '', id: undefined },
  ])('$name', ({ host, id }) => {
    expect(siteOfHost(DEFAULT_SITES, host)?.id).toBe(id);
  });
});

describe('parseSites', () => {
  test('parses hosts, markets and kinds, ignoring spaces and case', () => {
    expect(parseSites(' Shop.example = au WINE ,spirits.shop.example=AU spirits,sg.shop.example=SG wine')).toEqual([
      { id: 'au-wine', market: 'AU', kind: 'wine', listPath: '/wines', host: 'shop.example' },
      { id: 'au-spirits', market: 'AU', kind: 'spirits', listPath: '/spirits', host: 'spirits.shop.example' },
      { id: 'sg-wine', market: 'SG', kind: 'wine', listPath: '/wines', host: 'sg.shop.example' },
    ]);
  });

  test('accepts two hosts of the same site', () => {
    expect(parseSites('a.example=AU wine,b.example=AU wine')).toHaveLength(2);
  });

  test.each([
    { name: 'nothing', value: '', fault: "SITES: '' should look like host=AU wine." },
    { name: 'no market', value: 'shop.example=wine', fault: "SITES: 'shop.example=wine' should look like host=AU wine." },
    { name: 'an unknown market', value: 'shop.example=NZ wine', fault: "SITES: 'shop.example=NZ wine' should look like host=AU wine." },
    { name: 'an unknown kind', value: 'shop.example=AU beer', fault: "SITES: 'shop.example=AU beer' should look like host=AU wine." },
    { name: 'a port', value: 'shop.example:80=AU wine', fault: "SITES: 'shop.example:80=AU wine' should look like host=AU wine." },
    { name: 'an extra comma', value: 'shop.example=AU wine,', fault: "SITES: '' should look like host=AU wine." },
    { name: 'a host twice', value: 'shop.example=AU wine,SHOP.example=SG wine', fault: "SITES: 'shop.example' is listed twice." },
  ])('rejects $name with a message', ({ value, fault }) => {
    expect(parseSites(value)).toBe(fault);
  });
});

describe('neighbours', () => {
  test.each([
    { name: 'spirits beside AU wine', found: siblingSite(DEFAULT_SITES, auWine), wanted: auSpirits },
    { name: 'wine beside SG spirits', found: sgSpirits && siblingSite(DEFAULT_SITES, sgSpirits), wanted: sgWine },
    { name: 'no sibling in a table of one', found: siblingSite([auWine], auWine), wanted: null },
    { name: 'SG spirits for AU spirits', found: auSpirits && siteInMarket(DEFAULT_SITES, auSpirits, 'SG'), wanted: sgSpirits },
    { name: 'a site itself in its own market', found: siteInMarket(DEFAULT_SITES, auWine, 'AU'), wanted: auWine },
    { name: 'no such site in a market without one', found: siteInMarket([auWine], auWine, 'SG'), wanted: null },
  ])('$name', ({ found, wanted }) => {
    expect(wanted).not.toBeUndefined();
    expect(found).toEqual(wanted);
  });
});

describe('themeOf [SITE-17]', () => {
  test.each([
    { name: 'the wine site', kind: 'wine', pathname: '/wines', theme: 'wine' },
    { name: 'the spirits site, everywhere', kind: 'spirits', pathname: '/cart', theme: 'whisky' },
    { name: 'a whisky segment', kind: 'wine', pathname: '/whisky', theme: 'whisky' },
    { name: 'a segment that contains it', kind: 'wine', pathname: '/events/whiskymofo-and-friends', theme: 'whisky' },
    { name: 'any case', kind: 'wine', pathname: '/Join-WHISKY-club/', theme: 'whisky' },
    { name: 'a word split by a slash', kind: 'wine', pathname: '/whis/ky', theme: 'wine' },
    { name: 'home', kind: 'wine', pathname: '/', theme: 'wine' },
  ] as const)('$name', ({ kind, pathname, theme }) => {
    expect(themeOf({ kind }, pathname)).toBe(theme);
  });
});
