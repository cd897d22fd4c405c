/** Photos and words of claims go with the account of the buyer, at once. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseEverything, readEverything } from '#domains/customers/account/server/personal-data.ts';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { PERSONAL_DATA } from '#server/personal-data.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
});
afterAll(() => shop?.stop());

test('a customer downloads claims with their photos, and both are erased with the account [ORD-22]', async () => {
  const { bearer, ...person } = await createTestCustomer(shop);
  const order = await paidOrder(shop, [1]);
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [order, person.id] });
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#7b1f33' } })
    .jpeg()
    .toBuffer();
  const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${bearer}` };
  const { text } = await send(shop.running.port, 'localhost', 'POST', `/api/claims/photos?order=${order}`, headers, bytes);
  const photos = [JSON.parse(text).data.id];
  const lines = [{ position: 0, problem: 'broken' as const, bottles: 1 }];
  yes(await shop.call(claimContract).sendClaim({ order, lines, text: 'Quokka', photos }, { bearer }));

  const { claims } = await readEverything(shop.database, PERSONAL_DATA, person);
  await shop.database.transaction((transaction) => eraseEverything(transaction, PERSONAL_DATA, person));

  expect(claims).toMatchObject([{ text: 'Quokka', photos: [expect.stringMatching(/^\/9j\//)] }]);
  expect(await shop.database.queryMany({ text: 'select id from claim_photos' })).toEqual([]);
  expect(await shop.database.queryMany({ text: 'select text from claims' })).toEqual([{ text: '' }]);
});
