import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { searchContract } from '../contract.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'red', productId: 1, category: 'Red', tags: ['New on the shelf'] });
});
afterAll(() => shop.stop());

const shelves = async (bearer?: string) => {
  const response = await shop.call(searchContract).shelves({ kind: 'wine' }, bearer === undefined ? {} : { bearer });
  if (!response.ok) throw new Error(response.title);
  const { fresh, categories } = response.value;
  return {
    fresh: fresh.map(({ offerId }) => offerId).sort(),
    counts: Object.fromEntries(categories.map((each) => [each.category, each.count])),
  };
};

test('shelves follow the catalogue and differ by audience [SITE-2]', async () => {
  expect(await shelves()).toEqual({ fresh: ['red'], counts: { Red: 1 } });

  const gold = await createTestCustomer(shop, { tier: 'GOLD' });
  await shop.stock(
    { offerId: 'white', productId: 2, category: 'White', tags: ['New on the shelf'] },
    { offerId: 'gold', productId: 3, category: 'Red', tags: ['New on the shelf'], tiersEligible: ['GOLD'] },
  );

  expect(await shelves()).toEqual({ fresh: ['red', 'white'], counts: { Red: 1, White: 1 } });
  expect(await shelves(gold.bearer)).toMatchObject({ fresh: expect.arrayContaining(['gold']), counts: { Red: expect.any(Number) } });
});
