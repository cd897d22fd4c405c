/** Names and order of categories as the retailer sets them, on pages of the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let owner: OfficeBrowser;

async function save(categories: readonly { readonly category: string; readonly name: string }[]) {
  const calls = owner.call(settingOfficeContract);
  const { revision } = await must(calls.setting({ group: 'categories', scope: 'au-wine' }));
  return calls.saveSetting({ group: 'categories', scope: 'au-wine', value: { categories: [...categories] }, basedOn: revision });
}

/** Returns the labels of links to categories in the order of the page, each once. */
async function linkedCategories(path: string, host?: string): Promise<string[]> {
  const { text } = await shop.get(path, {}, host);
  return [...new Set([...text.matchAll(/<a[^>]+href="\/wines\?category=[^"]+"[^>]*>([^<]+)<\/a>/g)].map(([, label = '']) => label))];
}

beforeAll(async () => {
  shop = await createTestShop({ SECRETS_KEY: 'k'.repeat(40) });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'] }));
  await shop.stock(
    { offerId: 'red', productId: 1, sku: 'RED', brand: 'Amber Hill', name: 'Red', level: 9, category: 'Red' },
    { offerId: 'sticky', productId: 2, sku: 'STICKY', brand: 'Late Pick', name: 'Sticky', level: 9, category: 'Dessert' },
  );
  await shop.running.services.search.refresh();
});
afterAll(() => shop?.stop());

test('menus, filters, headings and breadcrumbs have the retailer’s names, in the retailer’s order, at the same addresses', async () => {
  const before = await linkedCategories('/wines');
  expect(before.slice(0, 2)).not.toContain('Sweet & sticky');

  await must(
    save([
      { category: 'Dessert', name: 'Sweet & sticky' },
      { category: 'White', name: 'Whites' },
    ]),
  );

  const after = await linkedCategories('/wines');
  expect(after.indexOf('Sweet &amp; sticky')).toBeGreaterThanOrEqual(0);
  expect(after.indexOf('Sweet &amp; sticky')).toBeLessThan(after.indexOf('Whites'));
  expect(after.indexOf('Whites')).toBeLessThan(after.indexOf('Red'));
  const list = (await shop.get('/wines?category=Dessert')).text;
  expect(list).toContain('<title>Sweet &amp; sticky · Cellardoor</title>');
  expect(list).toMatch(/<span class="check-words">Sweet &amp; sticky<\/span>.*<span class="check-words">Red<\/span>/);
  expect(list).toContain('value="Dessert"');
  expect((await shop.get('/wines', {}, 'sg.localhost')).text).not.toContain('Sweet &amp; sticky');
});

test('a category or a name may be there once', async () => {
  const red = { category: 'Red', name: 'Red' };

  expect(await save([red, { ...red, name: 'Reds' }])).toMatchObject({
    code: 'setting_invalid',
    title: 'categories.1.category: is listed twice.',
  });
  expect(await save([red, { category: 'White', name: 'red' }])).toMatchObject({
    title: 'categories.1.name: is the name of another category.',
  });
  expect(await save([{ category: 'Beer', name: 'Beer' }])).toMatchObject({ code: 'setting_invalid' });
});
