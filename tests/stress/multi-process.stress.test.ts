import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '#lib/client.ts';
import { buyer, findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';

const BUYERS = 500;
const CASES = 10;

let shop: TestShop;
let others: ShopProcess[] = [];
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'last', productId: 1, level: CASES });
  others = await Promise.all([startShopProcess(shop.connectionString), startShopProcess(shop.connectionString)]);
});
afterAll(async () => {
  await Promise.all(others.map((process) => process.end()));
  await shop.stop();
});

test(`sells ${CASES} cases to ${BUYERS} buyers over three server processes in ${CASES} orders and rejects the others [API-18]`, async () => {
  const ports = [shop.running.port, ...others.map(({ port }) => port)];
  /** Sends each call of a buyer to another process. */
  let turn = 0;
  const anyProcess: TestShop = {
    ...shop,
    call: (table, host = 'localhost') =>
      client(table, (call, input, options) => httpTransport(ports[turn++ % ports.length] ?? 0, host)(call, input, options)),
  };
  const outcomes: string[] = [];
  const arrivals = Array.from({ length: BUYERS }, (_, index) => index);
  const oneAfterAnother = async (): Promise<void> => {
    for (let index = arrivals.pop(); index !== undefined; index = arrivals.pop()) {
      const guest = await buyer(anyProcess, [1]).catch((error: unknown) => String(error));
      if (typeof guest === 'string') {
        outcomes.push(/sold_out|out_of_stock|cart_not_ready/.test(guest) ? 'told before the checkout' : guest);
        continue;
      }
      const placed = await guest.placeOrder();
      if (!placed.ok) {
        outcomes.push(placed.code);
        continue;
      }
      await guest.pay(placed.value.data.nextUrl);
      const confirmed = await guest.settle();
      outcomes.push(confirmed.ok ? confirmed.value.data.status : confirmed.code);
    }
  };
  await Promise.all(Array.from({ length: 50 }, oneAfterAnother));
  expect(outcomes).toHaveLength(BUYERS);
  expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(CASES);
  expect([...new Set(outcomes)].filter((outcome) => !['paid', 'not_enough_stock', 'told before the checkout'].includes(outcome))).toEqual(
    [],
  );
  const orders = await shop.database.queryOne<{ count: number }>({ text: 'select count(*) as count from orders where number is not null' });
  expect(orders?.count).toBe(CASES);
  expect(await findInvariantViolations(shop, { 1: CASES })).toEqual([]);
});
