/** The database cannot be reached for a while, as in a failover: the shop says so, and works again by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { insertVersion } from '#domains/settings/server/setting.repository.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { type Database, isDatabaseUnavailable, openDatabase } from '#lib/db/pool.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { type Gate, openGate } from '#tests/fixtures/gate.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const SITE = 'au-wine';
const NEW_NAME = 'Orchard End Cellars';

let own: TestDatabase;
let shop: TestShop;
let gate: Gate;
/** Reaches the database while the shop does not. */
let direct: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  direct = openDatabase(own.connectionString, 1);
  gate = await openGate(new URL(own.connectionString));
  const connectionString = Object.assign(new URL(own.connectionString), { hostname: '127.0.0.1', port: String(gate.port) }).href;
  shop = await createTestShop({}, undefined, {}, async () => ({ connectionString, drop: async () => {} }));
  await shop.stock({ offerId: 'one', productId: 1 });
});
afterAll(async () => {
  await shop?.stop();
  await gate?.close();
  await direct?.close();
  await own?.drop();
});

test('serves cached pages until the database is back, and then what has changed', async () => {
  const readHome = async () => {
    const { status, text } = await shop.get('/', { accept: 'text/html' });
    return { status, hasChanged: text.includes(NEW_NAME) };
  };
  // The announcement of the wine above drops the page once more.
  let misses = 0;
  const countNewMisses = async () => {
    await readHome();
    const former = misses;
    misses = shop.running.server.pages?.misses ?? 0;
    return misses - former;
  };
  await expect.poll(countNewMisses, { interval: 600, timeout: 10_000 }).toBe(0);
  await gate.close();
  // The process notices that nothing tells it of changes any more, and cannot read them.
  await expect.poll(async () => (await shop.get('/readyz')).text).toContain('"database":false');

  await direct.transaction((transaction) =>
    insertVersion(transaction, {
      group: IDENTITY.id,
      scope: SITE,
      revision: 1,
      value: { ...IDENTITY.defaults(SITE, startValuesOf(shop.running.services.config)), name: NEW_NAME },
      secrets: {},
      effectiveFrom: null,
      author: 'test',
      note: '',
    }),
  );
  for (let request = 0; request < 10; request += 1) {
    expect(await readHome()).toEqual({ status: 200, hasChanged: false });
    await sleep(100);
  }

  await gate.open();
  await expect.poll(readHome, { timeout: 10_000 }).toEqual({ status: 200, hasChanged: true });
});

test('says that it is unavailable, to shoppers, staff and crawlers, and continues when the database is back', async () => {
  const carts = shop.call(cartContract);
  const add = () => carts.create({ offer: {}, productId: 1 });
  await expect.poll(async () => (await shop.get('/readyz')).text, { timeout: 10_000 }).toContain('"database":true');
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
  // A load balancer would take every process out.
  expect(await shop.get('/readyz')).toMatchObject({ status: 200, text: expect.stringContaining('"database":false') });
  for (const path of ['/wines/red/one', '/order/00000000-0000-4000-8000-000000000000', '/sitemap.xml'])
    expect(await shop.get(path, { accept: 'text/html' }), path).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });

  await gate.open();
  await expect.poll(async () => (await shop.get('/readyz')).text, { timeout: 10_000 }).toContain('"database":true');
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
