/** Two web processes on one database count guesses, limited calls and the calls of API keys together. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOTICES_PATH } from '#domains/outbound/error-reports/model/limits.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { ownAccountContract } from '#domains/staff/own-account-contract.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { readConfig } from '#lib/server/config.ts';
import { loadBuiltRenderer } from '#server/page-cache/page-renderer.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ROOT = `${process.cwd()}/`;
const ADDRESS = '203.0.113.9';
const env = { WEB_PROCESSES: '2', RATE_LIMIT_PER_MINUTE: '1000', TRUSTED_PROXIES: '127.0.0.1' };

let shop: TestShop;
let database: Database;
let other: RunningServer;

beforeAll(async () => {
  shop = await createTestShop(env);
  database = openDatabase(shop.connectionString, 5);
  const own = { PORT: '0', LOG_LEVEL: 'silent', SHOP_ROLE: 'web', DATABASE_URL: shop.connectionString, PUBLIC_URL: 'http://localhost' };
  other = await startServer(readConfig({ ...own, ...env }), database, await loadBuiltRenderer(ROOT), ROOT);
});
beforeEach(() => shop.database.execute({ text: 'delete from rate_limit_counters' }));
afterAll(async () => {
  await other?.stop();
  await database?.close();
  await shop?.stop();
});

/** Sends requests to both processes in turn. @returns how often each status came */
async function askBoth(count: number, ask: (port: number) => Promise<{ readonly status: number }>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let at = 0; at < count; at += 1) {
    const { status } = await ask(at % 2 === 0 ? shop.running.port : other.port);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test('guesses of gift cards: twenty a minute', async () => {
  const guess = (port: number) =>
    send(
      port,
      'localhost',
      'POST',
      '/api/gift-cards/balance',
      { 'content-type': 'application/json', 'x-forwarded-for': ADDRESS },
      '{"code":"AAAA-AAAA-AAAA-AAAA"}',
    );

  expect(await askBoth(24, guess)).toEqual({ 404: 20, 429: 4 });
  // Nobody else is stopped, and the minute ends.
  await shop.database.execute({ text: 'update rate_limit_counters set window_ends_at = now()' });
  expect(await askBoth(2, guess)).toEqual({ 404: 2 });
});

test('calls with a limit of their own: thirty a minute, each call for itself', async () => {
  const check = (path: string) => (port: number) => send(port, 'localhost', 'GET', path, { 'x-forwarded-for': ADDRESS });

  expect(await askBoth(34, check('/api/check-referral-code?bigcommerceId=1'))).toEqual({ 401: 30, 429: 4 });
  const limited = await check('/api/check-referral-code?bigcommerceId=1')(other.port);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await askBoth(1, check('/api/search/list?kind=wine')))[200]).toBe(1);
});

test('an API key: 600 calls a minute', async () => {
  const owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  const { key } = yes(await owner.call(staffContract).createApiKey({ name: 'Script', scopes: ['orders.read'], expiresInDays: 1 }));
  const me = (port: number) => send(port, OFFICE_HOST, 'GET', ownAccountContract.me.path, { authorization: `Bearer ${key}` });
  expect((await me(shop.running.port)).status).toBe(200);
  await shop.database.execute({ text: "update rate_limit_counters set count = 598 where kind = 'api_key'" });

  expect(await askBoth(4, me)).toEqual({ 200: 2, 429: 2 });
});

test('each process grants its part of the limit of all requests', async () => {
  const { headers } = await send(other.port, 'localhost', 'GET', '/api/search/list?kind=wine', { 'x-forwarded-for': '203.0.113.10' });
  expect(headers['x-ratelimit-limit']).toBe('500');
});

test('files of orders: twenty a minute, for both processes', async () => {
  const path = '/order/00000000-0000-4000-8000-000000000000/invoice.pdf';
  const statusAt = async (port: number) => (await send(port, 'localhost', 'GET', path, { 'x-forwarded-for': ADDRESS })).status;

  // More than half of them from one process.
  const statuses: number[] = [];
  for (let at = 0; at < 22; at += 1) statuses.push(await statusAt(at < 18 ? shop.running.port : other.port));

  expect(statuses).toEqual([...Array<number>(20).fill(404), 429, 429]);
});

test('each process grants its part of the limit of error reports: thirty a minute', async () => {
  const { headers } = await send(other.port, 'localhost', 'POST', NOTICES_PATH, { 'x-forwarded-for': '203.0.113.11' }, '{}');
  expect(headers['x-ratelimit-limit']).toBe('15');
});
