/** Deliveries and counts at the same time as checkouts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { sheetsAt, sheetTools } from '#tests/fixtures/stock-sheets.ts';

let shop: TestShop;
let celia: OfficeBrowser;
let olive: OfficeBrowser;
let tools: ReturnType<typeof sheetTools>;

beforeAll(async () => {
  shop = await createTestShop();
  const { database } = shop;
  celia = await signInAs(shop, await createTestStaff(database, { email: 'celia@shop.example', name: 'Celia', roles: ['Cellar'] }));
  olive = await signInAs(shop, await createTestStaff(database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
  tools = sheetTools(shop, celia);
});
afterAll(() => shop?.stop());

test('the ledger adds up to the level while checkouts sell, deliveries arrive and counts are posted', async () => {
  const wines = [await tools.wine(60), await tools.wine(60), await tools.wine(60)];
  const products = wines.map(({ productId }) => productId);
  const buy = () => paidOrder(shop, products);
  const receive = async () => {
    const id = await tools.newDelivery();
    for (const productId of products.toReversed()) yes(await tools.add(id, productId, 6));
    yes(await tools.post(id, 'delivery'));
    return id;
  };
  const count = async (browser: OfficeBrowser) => {
    const id = await tools.newCount(wines.map(({ id: key }) => key));
    for (const productId of products) {
      // What is on the shelf is what should be there: the count finds no difference, whatever is sold at the time.
      const version = (await tools.lineOf(id, 'count', productId))?.version ?? 0;
      let seen = yes(await sheetsAt(browser).enterSheetLine({ id, productId, mode: 'set', value: 0, version }));
      while (seen.quantity !== seen.expected)
        seen = yes(
          await sheetsAt(browser).enterSheetLine({ id, productId, mode: 'set', value: seen.expected ?? 0, version: seen.version }),
        );
    }
    return tools.post(id, 'count', browser);
  };
  await Promise.all([buy(), receive(), buy(), count(celia), buy(), receive(), count(olive), buy()]);
  const [taken] = await Promise.all([receive(), buy(), count(celia)]);
  yes(await sheetsAt(celia).undoSheet({ id: taken }));

  expect(await tools.differences()).toEqual([]);
  // Five sold, two deliveries stay.
  for (const { id } of wines) expect(await tools.item(id)).toMatchObject({ level: 60 - 5 + 12, toSend: 5, oversold: 0 });
});
