/** The database cannot be reached for a while, as in a failover: the shop says so, and works again by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { isDatabaseUnavailable } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { type Gate, openGate } from '#tests/fixtures/gate.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let gate: Gate;

beforeAll(async () => {
  const own = await createTestDatabase();
  gate = await openGate(new URL(own.connectionString));
  const connectionString = Object.assign(new URL(own.connectionString), { hostname: '127.0.0.1', port: String(gate.port) }).href;
  shop = await createTestShop({}, undefined, {}, async () => ({ connectionString, drop: own.drop }));
  await shop.stock({ offerId: 'one', productId: 1 });
});
afterAll(async () => {
  await shop?.stop();
  await gate?.close();
});

test('says that it is unavailable, to shoppers, staff and crawlers, and continues when the database is back', async () => {
  const carts = shop.call(cartContract);
  const add = () => carts.create({ offer: {}, productId: 1 });
  expect(await add()).toMatchObject({ ok: true });
  await gate.close();

  expect(await add()).toEqual({
    ok: false,
    status: 503,
    code: 'unavailable',
    title: 'The shop is briefly unavailable. Please try again in a moment.',
  });
  expect(await shop.get('/api/initialize-cart?cartId=00000000-0000-4000-8000-000000000000')).toMatchObject({
    status: 503,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  expect(await shop.get('/readyz')).toMatchObject({ status: 503 });
  for (const path of ['/', '/wines/red/one', '/order/00000000-0000-4000-8000-000000000000', '/sitemap.xml'])
    expect(await shop.get(path, { accept: 'text/html' }), path).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });

  await gate.open();
  await expect.poll(async () => (await shop.get('/readyz')).status, { timeout: 10_000 }).toBe(200);
  expect(await add()).toMatchObject({ ok: true });
});

test.each([
  ['could not reach it', 'ECONNREFUSED', true],
  ['was ended by it', '57P01', true],
  ['has no disk', '53100', true],
  ['has no connection left', '53300', true],
  ['is a replica now', '25006', true],
  ['a unique violation', '23505', false],
  ['a syntax error', '42601', false],
])('%s (%s): unavailable is %s', (_, code, is) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('a statement failed'), { code }))).toBe(is);
});

test('a process that stops while the database hangs fails its probe at once, so that nothing new is sent to it', async () => {
  gate.hang(true);

  const stopped = shop.running.stop();

  expect(shop.running.server.stopping.isStopping()).toBe(true);
  gate.hang(false);
  await stopped;
});
