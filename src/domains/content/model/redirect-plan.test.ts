import { describe, expect, test } from 'vitest';
import { MARKETS, type Market } from '#markets/market.ts';
import { type RedirectRecord, redirectRecord } from './redirect.ts';
import { formatRedirectRows, REDIRECT_CSV_HEAD, readRedirectCsv } from './redirect-csv.ts';
import { planRedirects } from './redirect-plan.ts';

const redirect = (from: string, to: string, more: object = {}): RedirectRecord =>
  redirectRecord.parse({ record: 'redirect', from, to, ...more });

/** Plans rows of a file over existing redirects, in a shop that has /wines, and a page at /about. */
function plan(csv: string, existing: readonly RedirectRecord[] = [], markets: readonly Market[] = MARKETS) {
  const rows = planRedirects(readRedirectCsv(csv) ?? [], {
    existing: new Map(existing.map((one) => [one.from, one])),
    markets,
    hasPage: (path) => path === '/about',
    hasTarget: (to) => ['/wines', '/about', 'https://example.com'].includes(to),
  });
  return rows.map(({ line, state, notes }) => [line, state, ...notes]);
}

describe('a CSV file of redirects', () => {
  test('is read with headings in any order, other separators and line ends, and quoted cells', () => {
    expect(readRedirectCsv('\uFEFFLeads to;Old address\r\n/wines;/old\r\n\r\n"/a;b";/c\r\n')).toEqual([
      { line: 2, from: '/old', to: '/wines', kind: '', markets: '' },
      { line: 4, from: '/c', to: '/a;b', kind: '', markets: '' },
    ]);
    expect(readRedirectCsv('/old,/wines,temporary,AU')).toEqual([
      { line: 1, from: '/old', to: '/wines', kind: 'temporary', markets: 'AU' },
    ]);
    expect(readRedirectCsv('from,to\n"/open,/wines')).toBeNull();
  });

  test('that was exported changes nothing', () => {
    const existing = [redirect('/a', '/wines'), redirect('/b', 'https://example.com', { isPermanent: false, markets: ['SG'] })];

    expect(plan(`${REDIRECT_CSV_HEAD}${formatRedirectRows(existing)}`, existing)).toEqual([
      [2, 'unchanged'],
      [3, 'unchanged'],
    ]);
  });
});

describe('a plan', () => {
  test('names new, changed and unchanged redirects', () => {
    const existing = [redirect('/changed', '/about'), redirect('/same', '/wines')];

    expect(plan('from,to\n/New/,/wines\n/changed,/wines\n/same,/wines', existing)).toEqual([
      [2, 'added'],
      [3, 'changed'],
      [4, 'unchanged'],
    ]);
  });

  test('refuses loops within the file and with existing redirects, and no other row', () => {
    expect(plan('/a,/b\n/b,/a\n/c,/wines\n/d,/e', [redirect('/e', '/d')])).toEqual([
      [1, 'refused', 'It leads back to where it began.'],
      [2, 'refused', 'It leads back to where it began.'],
      [3, 'added'],
      [4, 'refused', 'It leads back to where it began.'],
    ]);
  });

  test('names chains with every step, and checks where they end', () => {
    expect(plan('/a,/b\n/b,/wines\n/c,/gone')).toEqual([
      [1, 'added', 'It leads on: /a → /b → /wines.'],
      [2, 'added'],
      [3, 'added', 'Nothing is at /gone in AU, SG.'],
    ]);
  });

  test('refuses duplicates, addresses of the shop, unknown kinds and markets, and says why', () => {
    expect(plan('/a,/wines\n/A/,/about\n/checkout,/wines\n/k,/wines,often\n/m,/wines,,NZ\n/t,javascript:x')).toEqual([
      [1, 'added'],
      [2, 'refused', 'Line 1 has this old address already.'],
      [3, 'refused', 'The old address must not be an address that the shop itself needs.'],
      [4, 'refused', '“often” is no kind. Write permanent or temporary.'],
      [5, 'refused', '“NZ” is no market. Write AU or SG, or nothing for all.'],
      [6, 'refused', 'The new address must be a path such as /new-page or an address that begins with https://.'],
    ]);
  });

  test('notes a page at the old address', () => {
    expect(plan('/about,/wines')).toEqual([[1, 'added', 'A page is at the old address, so it is shown instead.']]);
  });

  test('leaves redirects of other markets alone', () => {
    const own = ['SG'] as const;

    expect(plan('/a,/wines\n/b,/wines,,AU\n/c,/wines', [redirect('/c', '/about')], own)).toEqual([
      [1, 'added'],
      [2, 'refused', 'It holds for AU, where you don’t work.'],
      [3, 'refused', 'It holds for AU, where you don’t work.'],
    ]);
  });
});
