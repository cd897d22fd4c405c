/** Web processes behind HAProxy are restarted one after the other while shoppers and staff go on. No request fails. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { client } from '#lib/client.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { buyer, findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { send, type TestResponse, transportOver } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';

const CONFIG = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url));
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const BUYERS = 3;
const VISITORS = 3;
const CASES = 100_000;
/** Longer than HAProxy needs to notice that a process stops. */
const DRAIN_SECONDS = 3;

let shop: TestShop;
let webs: ShopProcess[] = [];
let proxy: ChildProcess | null = null;
let proxyPort = 0;
/** What every process needs to accept its requests. */
const env = { SHOP_ROLE: 'web', SHUTDOWN_DRAIN_SECONDS: String(DRAIN_SECONDS) };

beforeAll(async () => {
  // Runs the jobs.
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: CASES });
  webs = await Promise.all([1, 2].map(() => startShopProcess(shop.connectionString, env)));
  proxyPort = await freePort();
  const [first, second] = webs.map(({ port }) => `127.0.0.1:${port}`);
  proxy = spawn('haproxy', ['-f', CONFIG, '-db'], {
    env: { ...process.env, SHOP_ADDRESS: `127.0.0.1:${proxyPort}`, WEB_1: first, WEB_2: second },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = (): Promise<boolean> =>
    send(proxyPort, 'localhost', 'GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) await sleep(100);
});
afterAll(async () => {
  if (proxy?.kill()) await once(proxy, 'exit');
  await Promise.all(webs.map((web) => web.end()));
  await shop?.stop();
});

/** Counts the responses of every request that goes through HAProxy. */
const responses = new Map<string, number>();
const failures: string[] = [];

async function ask(
  host: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<TestResponse> {
  const what = `${method} ${path.replace(/\?.*/, '')}`;
  const response = await send(proxyPort, host, method, path, headers, body).catch((error: unknown) => {
    failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
    throw error;
  });
  const kind = `${Math.floor(response.status / 100)}xx`;
  responses.set(kind, (responses.get(kind) ?? 0) + 1);
  if (response.status >= 400) failures.push(`${what}: ${response.status} ${response.text.slice(0, 200)}`);
  return response;
}

/** The shop as shoppers reach it. */
const proxied = (): Pick<TestShop, 'call'> => ({
  call: (table, host = 'localhost') =>
    client(
      table,
      transportOver((...args) => ask(host, ...args)),
    ),
});

/** Repeats what somebody does until the restarts are over. @returns how often it succeeded */
async function repeat(isOver: () => boolean, act: () => Promise<void>): Promise<number> {
  let done = 0;
  while (!isOver()) {
    // A failure is in `failures`.
    await act().then(
      () => {
        done += 1;
      },
      () => sleep(50),
    );
  }
  return done;
}

const PAGES = ['/', '/wines', '/api/search/list?kind=wine'];

async function visit(): Promise<void> {
  for (const path of PAGES) await ask('localhost', 'GET', path, { accept: '*/*' });
}

async function buy(): Promise<void> {
  const guest = await buyer(proxied(), [1]);
  const placed = await guest.placeOrder();
  if (!placed.ok) throw new Error(placed.code);
  await guest.pay(placed.value.data.nextUrl);
  const settled = await guest.settle();
  if (!settled.ok || settled.value.data.status !== 'paid') throw new Error('a purchase is not paid');
}

/** Restarts a process on its port, as an upgrade does, and waits until HAProxy sends requests to it again. */
async function restart(at: number): Promise<number | null> {
  const web = webs[at];
  if (!web) throw new Error('there is no such process');
  const exit = await web.stop();
  webs[at] = await startShopProcess(shop.connectionString, { ...env, PORT: String(web.port) });
  await sleep(DRAIN_SECONDS * 1_000);
  return exit;
}

test(`${ROUNDS} rolling restarts of two processes under load fail no request`, async () => {
  const staff = await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] });
  const { cookies } = await signInAs(shop, staff);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const orders = client(
    orderOfficeContract,
    transportOver((method, path, headers, body) => ask(OFFICE_HOST, method, path, { ...headers, cookie }, body)),
  );
  let isOver = false;
  const all = (count: number, act: () => Promise<void>) => Array.from({ length: count }, () => repeat(() => isOver, act));
  const running = [
    Promise.all(all(BUYERS, buy)),
    Promise.all(all(VISITORS, visit)),
    Promise.all(all(1, async () => void (await orders.orders({})))),
  ];
  const exits: (number | null)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) for (const at of webs.keys()) exits.push(await restart(at));
  isOver = true;
  const [purchases = [], visits = [], lists = []] = await Promise.all(running);
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  console.log(
    `${exits.length} restarts, ${[...responses].map(([kind, count]) => `${count} × ${kind}`).join(', ')}, ${failures.length} failed; ` +
      `${sum(purchases)} purchases, ${sum(visits)} visits, ${sum(lists)} lists of orders`,
  );

  expect(failures).toEqual([]);
  expect(exits).toEqual(exits.map(() => 0));
  expect(Math.min(sum(purchases), sum(visits), sum(lists))).toBeGreaterThan(0);
  expect(await findInvariantViolations(shop, { 1: CASES })).toEqual([]);
});
