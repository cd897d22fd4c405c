/** The database cannot be reached for a while, as in a failover: the shop says so, and works again by itself. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let upstream: URL;
let port: number;
let way: Server | null = null;
const sockets = new Set<Socket>();

/** Lets connections to the database through. */
async function openWay(): Promise<void> {
  way = createServer((client) => {
    const server = connect(Number(upstream.port), upstream.hostname);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
  }).listen(port, '127.0.0.1');
  await once(way, 'listening');
}

async function closeWay(): Promise<void> {
  const closed = way;
  way = null;
  closed?.close();
  for (const socket of sockets) socket.destroy();
  if (closed) await once(closed, 'close');
}

beforeAll(async () => {
  const own = await createTestDatabase();
  upstream = new URL(own.connectionString);
  port = await freePort();
  await openWay();
  const connectionString = Object.assign(new URL(own.connectionString), { hostname: '127.0.0.1', port: String(port) }).href;
  shop = await createTestShop({}, undefined, {}, async () => ({ connectionString, drop: own.drop }));
  await shop.stock({ offerId: 'one', productId: 1 });
});
afterAll(async () => {
  await shop?.stop();
  await closeWay();
});

test('says that it is unavailable, to shoppers, staff and crawlers, and continues when the database is back', async () => {
  const carts = shop.call(cartContract);
  const add = () => carts.create({ offer: {}, productId: 1 });
  expect(await add()).toMatchObject({ ok: true });
  await closeWay();

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

  await openWay();
  await expect.poll(async () => (await shop.get('/readyz')).status, { timeout: 10_000 }).toBe(200);
  expect(await add()).toMatchObject({ ok: true });
});
