/** Two web processes behind HAProxy, and shoppers and staff who go on while processes are replaced. Counts every response. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { client } from '#lib/client.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { buyer, findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { send, type TestResponse, transportOver } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';

const CONFIG = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url));
const CASES = 1_000_000;
const BUYERS = 3;
const VISITORS = 3;
/** Longer than HAProxy needs to notice that a process stops. */
const DRAIN_SECONDS = 3;

export interface Load {
  /** Ends it. @returns how often each thing was done */
  stop(): Promise<{ readonly purchases: number; readonly visits: number; readonly lists: number }>;
}

export interface ProxiedShop {
  /** Stocked, and with the jobs until it is stopped. */
  readonly shop: TestShop;
  /** Port of HAProxy. */
  readonly port: number;
  /** Cookie of an owner in the office. */
  readonly cookie: string;
  readonly failures: readonly string[];
  /** Counts by the first digit of the status. */
  readonly responses: ReadonlyMap<string, number>;
  /** Lets shoppers buy and look around, and staff list orders, without a pause. */
  startLoad(): Load;
  /** Replaces a web process on its port, and waits until HAProxy sends requests to it. @returns the exit code of the former one */
  replaceWeb(at: 0 | 1, root?: string): Promise<number | null>;
  /** Starts a process with the settings of all. */
  startProcess(env: Readonly<Record<string, string>>, root?: string): Promise<ShopProcess>;
  /** Returns the violations of the invariants of stock, orders, payments and ledgers. */
  findViolations(): Promise<string[]>;
  stop(): Promise<void>;
}

async function startProxy(port: number, webs: readonly ShopProcess[]): Promise<ChildProcess> {
  const [first, second] = webs.map((web) => `127.0.0.1:${web.port}`);
  const proxy = spawn('haproxy', ['-f', CONFIG, '-db'], {
    env: { ...process.env, SHOP_ADDRESS: `127.0.0.1:${port}`, WEB_1: first, WEB_2: second },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = (): Promise<boolean> =>
    send(port, 'localhost', 'GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) await sleep(100);
  return proxy;
}

/** Repeats what somebody does until the load ends. @returns how often it succeeded */
async function repeat(isOver: () => boolean, act: () => Promise<unknown>): Promise<number> {
  let done = 0;
  while (!isOver()) {
    // A failure is counted by its request.
    await act().then(
      () => {
        done += 1;
      },
      () => sleep(50),
    );
  }
  return done;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
const PAGES = ['/', '/wines', '/cart', '/api/search/list?kind=wine'];

/** Starts a shop, two web processes and HAProxy. */
export async function openProxiedShop(): Promise<ProxiedShop> {
  const shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: CASES });
  const { cookies } = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const port = await freePort();
  const startProcess: ProxiedShop['startProcess'] = (env, root) =>
    startShopProcess(
      shop.connectionString,
      { SHUTDOWN_DRAIN_SECONDS: String(DRAIN_SECONDS), PUBLIC_URL: `http://localhost:${port}`, ...env },
      undefined,
      root,
    );
  const webs = await Promise.all([1, 2].map(() => startProcess({ SHOP_ROLE: 'web' })));
  const proxy = await startProxy(port, webs);
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
    const response = await send(port, host, method, path, headers, body).catch((error: unknown) => {
      failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
      throw error;
    });
    const kind = `${Math.floor(response.status / 100)}xx`;
    responses.set(kind, (responses.get(kind) ?? 0) + 1);
    if (response.status >= 400) failures.push(`${what}: ${response.status} ${response.text.slice(0, 200)}`);
    return response;
  }

  const proxied: Pick<TestShop, 'call'> = {
    call: (table, host = 'localhost') =>
      client(
        table,
        transportOver((...args) => ask(host, ...args)),
      ),
  };
  const orders = client(
    orderOfficeContract,
    transportOver((method, path, headers, body) => ask(OFFICE_HOST, method, path, { ...headers, cookie }, body)),
  );

  /** Loads pages, each with its scripts and styles: their addresses are of the release that rendered it. */
  async function visit(): Promise<void> {
    for (const path of PAGES) {
      const { text } = await ask('localhost', 'GET', path, { accept: '*/*' });
      const files = new Set(Array.from(text.matchAll(/(?:href|src)="(\/assets\/[\w.-]+)"/g), ([, file = '']) => file));
      for (const file of files) await ask('localhost', 'GET', file, { accept: '*/*' });
    }
  }

  async function buy(): Promise<void> {
    const guest = await buyer(proxied, [1]);
    const placed = await guest.placeOrder();
    if (!placed.ok) throw new Error(placed.code);
    await guest.pay(placed.value.data.nextUrl);
    const settled = await guest.settle();
    if (settled.ok && settled.value.data.status === 'paid') return;
    failures.push('a purchase is not paid');
    throw new Error('a purchase is not paid');
  }

  return {
    shop,
    port,
    cookie,
    failures,
    responses,
    startLoad() {
      let isOver = false;
      const all = (count: number, act: () => Promise<unknown>) =>
        Promise.all(Array.from({ length: count }, () => repeat(() => isOver, act)));
      const running = Promise.all([all(BUYERS, buy), all(VISITORS, visit), all(1, () => orders.orders({}))]);
      return {
        async stop() {
          isOver = true;
          const [purchases, visits, lists] = await running;
          return { purchases: sum(purchases), visits: sum(visits), lists: sum(lists) };
        },
      };
    },
    async replaceWeb(at, root) {
      const web = webs[at];
      if (!web) throw new Error('there is no such process');
      const exit = await web.stop();
      webs[at] = await startProcess({ SHOP_ROLE: 'web', PORT: String(web.port) }, root);
      await sleep(DRAIN_SECONDS * 1_000);
      return exit;
    },
    startProcess,
    findViolations: () => findInvariantViolations(shop, { 1: CASES }),
    async stop() {
      if (proxy.kill()) await once(proxy, 'exit');
      await Promise.all(webs.map((web) => web.end()));
      await shop.stop();
    },
  };
}
