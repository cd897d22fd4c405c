import { describe, expect, test } from 'vitest';
import { checkValue } from '../parse-value.ts';
import { formerHostsOf, isHostName, lostHosts, SITES, sitesOf, withFormerHosts } from './sites.ts';

const row = (site: string, host: string, ...formerHosts: readonly string[]) => ({ site, host, formerHosts: [...formerHosts] });
const AU = row('au-wine', 'shop.example');
const SG = row('sg-wine', 'sg.shop.example');

const rowsOf = (...sites: readonly object[]) => SITES.schema.parse({ sites }).sites;

describe('a table of sites', () => {
  test.each([
    { what: 'no site', sites: [], path: 'sites', message: 'must have one site at least' },
    { what: 'a host twice', sites: [AU, row('sg-wine', 'SHOP.example')], path: 'sites.1.host', message: 'in the table already' },
    {
      what: 'a host that is the former host of another site',
      sites: [AU, row('sg-wine', 'sg.shop.example', 'shop.example')],
      path: 'sites.1.formerHosts',
      message: 'in the table already',
    },
    { what: 'a site twice', sites: [AU, row('au-wine', 'www.shop.example')], path: 'sites.1.site', message: 'a site has one host' },
    { what: 'an address', sites: [row('au-wine', 'https://shop.example')], path: 'sites.0.host', message: 'must be the name of a host' },
    { what: 'a port', sites: [row('au-wine', 'shop.example:443')], path: 'sites.0.host', message: 'must be the name of a host' },
    {
      what: 'a wrong former host',
      sites: [row('au-wine', 'shop.example', 'old_shop.example')],
      path: 'sites.0.formerHosts',
      message: 'name of',
    },
    { what: 'an unknown site', sites: [row('fr-wine', 'shop.example')], path: 'sites.0.site', message: '' },
  ])('with $what is refused at its field', ({ sites, path, message }) => {
    const { value, issues } = checkValue(SITES, 'shop', { sites });

    expect(value).toBeNull();
    expect(issues[0]?.path.join('.')).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}`));
    expect(issues[0]?.message).toContain(message);
  });

  test('has its hosts in lower case, and the first row is the main site', () => {
    const { value, issues } = checkValue(SITES, 'shop', { sites: [row('sg-wine', ' SG.Shop.Example ', 'Old.example'), AU] });

    expect(issues).toEqual([]);
    const rows = SITES.schema.parse(value).sites;
    expect(sitesOf(rows)[0]).toEqual({ id: 'sg-wine', market: 'SG', kind: 'wine', listPath: '/wines', host: 'sg.shop.example' });
    expect(formerHostsOf(rows)).toMatchObject([{ host: 'old.example', site: { id: 'sg-wine' } }]);
  });
});

test.each([
  ['localhost', true],
  ['spirits.sg.localhost', true],
  ['xn--bcher-kva.example', true],
  ['shop', false],
  ['127.0.0.1', false],
  ['-shop.example', false],
  ['shop-.example', false],
  ['shop..example', false],
  ['shop.example.', false],
  [`${'a'.repeat(64)}.example`, false],
  ['', false],
])('%s is the name of a host: %s', (text, expected) => {
  expect(isHostName(text)).toBe(expected);
});

describe('hosts that leave the table', () => {
  test('are named with the new host of their site, or with none if it closes', () => {
    expect(lostHosts(rowsOf(AU, SG), rowsOf(row('au-wine', 'new.example')))).toEqual([
      { site: 'au-wine', host: 'shop.example', next: 'new.example' },
      { site: 'sg-wine', host: 'sg.shop.example', next: null },
    ]);
  });

  test('are not lost as former hosts, or as hosts of another site', () => {
    expect(lostHosts(rowsOf(AU, SG), rowsOf(row('au-wine', 'sg.shop.example'), row('sg-wine', 'new.example', 'shop.example')))).toEqual([]);
  });

  test('become former hosts of their sites', () => {
    const rows = rowsOf(row('au-wine', 'new.example', 'older.example'), SG);

    expect(withFormerHosts(rows, lostHosts(rowsOf(AU, SG), rows))[0]?.formerHosts).toEqual(['older.example', 'shop.example']);
  });
});
