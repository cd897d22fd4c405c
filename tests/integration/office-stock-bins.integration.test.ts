/** The office's call about bins over the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockOfficeContract } from '#domains/selling/stock/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let celia: OfficeBrowser;
let olive: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 101, level: 8, sku: 'S-101' }, { offerId: 'two', productId: 102, level: 8 });
  celia = await signInAs(shop, await createTestStaff(shop.database, { email: 'celia@shop.example', name: 'Celia', roles: ['Cellar'] }));
  olive = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const ONE = 'AU-101';
const at = (browser: OfficeBrowser) => browser.call(stockOfficeContract);

test('a wine has a bin in each market, in the list, its page and the export', async () => {
  expect(yes(await at(celia).setBin({ id: ONE, bin: ' a-03-2 ', expected: '' }))).toEqual({ bin: 'A-03-2', before: '' });

  expect(yes(await at(celia).stockItem({ id: ONE })).bin).toBe('A-03-2');
  expect(yes(await at(olive).stockItem({ id: 'SG-101' })).bin).toBe('');
  for (const sort of ['name', '-available', 'sold', 'cover'] as const)
    expect(yes(await at(celia).stock({ q: 's-101', 'filter[market]': 'AU', sort })).rows).toMatchObject([{ id: ONE, bin: 'A-03-2' }]);
  const [head = '', line = ''] = yes(await at(celia).exportStock({ q: 's-101', 'filter[market]': 'AU' })).csv.split('\r\n');
  expect(line.split(',')[head.split(',').indexOf('bin')]).toBe('A-03-2');
});

test('a bin that somebody changed since it was read is not overwritten', async () => {
  yes(await at(olive).setBin({ id: 'AU-102', bin: 'B-1', expected: '' }));

  expect(await at(celia).setBin({ id: 'AU-102', bin: 'C-1', expected: '' })).toMatchObject({
    ok: false,
    status: 409,
    code: 'changed_meanwhile',
    title: expect.stringContaining('Olive'),
  });

  expect(yes(await at(celia).setBin({ id: 'AU-102', bin: 'C-1', expected: 'B-1' }))).toEqual({ bin: 'C-1', before: 'B-1' });
  expect(yes(await at(celia).setBin({ id: 'AU-102', bin: '', expected: 'C-1' }))).toEqual({ bin: '', before: 'C-1' });
});

test('a bin that is too long and a wine that is not there are refused', async () => {
  expect(await at(celia).setBin({ id: ONE, bin: 'A'.repeat(21), expected: '' })).toMatchObject({ ok: false, status: 400 });
  expect(await at(celia).setBin({ id: 'AU-999', bin: 'A', expected: '' })).toMatchObject({ ok: false, status: 404 });
});
