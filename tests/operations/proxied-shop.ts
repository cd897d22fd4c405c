/** Two web processes behind HAProxy, a worker, and shoppers and staff who go on while processes are replaced. Counts every response. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { z } from 'zod';
import { pictureUploadContract } from '#domains/catalogue/picture-office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { client } from '#lib/client.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { VARIABLES } from '#lib/server/config.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { buyer, findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { PASSWORD } from '#tests/fixtures/customer.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { haproxyVariables } from '#tests/fixtures/haproxy.ts';
import { send, type TestResponse, transportOver } from '#tests/fixtures/http.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { type Release, THIS_RELEASE } from './release.ts';

const CONFIG = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url));
/** Program that fills the database. */
export const PREPARE_SHOP = 'tests/operations/prepare-shop.ts';
const prepared = z.object({ cookie: z.string(), emails: z.array(z.string()) });
const CASES = 1_000_000;
const BUYERS = 3;
const VISITORS = 3;
/** Longer than HAProxy needs to notice that a process stops. */
const DRAIN_SECONDS = 3;
/** The limits of a shop in production, which test processes do not have. */
const LIMITS = Object.fromEntries(
  (['RATE_LIMIT_PER_MINUTE', 'MAX_EVENT_LOOP_DELAY_MS'] as const).map((name) => [name, VARIABLES[name].default]),
);
const STAFF_PAUSE_MS = 200;
const SIGN_IN_PAUSE_MS = 1_000;
const CUSTOMERS = 5;

export interface Load {
  /** Ends it. @returns how often each thing was done */
  stop(): Promise<Readonly<Record<'purchases' | 'visits' | 'signIns' | 'notes' | 'pictures', number>>>;
}

export interface ProxiedShop {
  readonly database: Database;
  readonly connectionString: string;
  /** Port of HAProxy. */
  readonly port: number;
  /** Cookie of an owner in the office. */
  readonly cookie: string;
  readonly failures: readonly string[];
  /** Counts by the first digit of the status. */
  readonly responses: ReadonlyMap<string, number>;
  /** What processes logged as an error. */
  readonly errors: readonly string[];
  /**
   * Lets shoppers buy and look around without a pause, customers sign in, and staff list orders, write notes to them and upload pictures.
   * Each has an address and keeps connections open.
   */
  startLoad(): Load;
  /** Replaces a web process on its port, and waits until HAProxy sends requests to it. @returns the exit code of the former one */
  replaceWeb(at: 0 | 1, root?: string): Promise<number | null>;
  /** Replaces the worker. @returns the exit code of the former one */
  replaceWorker(root?: string): Promise<number | null>;
  /** Kills a web process in the middle of its requests. */
  killWeb(at: 0 | 1): Promise<void>;
  /** Starts a process with the settings of all. */
  startProcess(env: Readonly<Record<string, string>>, root?: string): Promise<ShopProcess>;
  /** Returns the violations of the invariants of stock, orders, payments and ledgers. */
  findViolations(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Sends one request. */
type Ask = (
  host: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
) => Promise<TestResponse>;

/** What a load did, as text. */
export const describeLoad = (done: Awaited<ReturnType<Load['stop']>>): string =>
  `${done.purchases} purchases, ${done.visits} visits, ${done.signIns} sign-ins, ${done.notes} lists and notes of orders, ${done.pictures} pictures`;

async function startProxy(port: number, webs: readonly ShopProcess[]): Promise<ChildProcess> {
  const [first, second] = webs.map((web) => `127.0.0.1:${web.port}`);
  const proxy = spawn('haproxy', ['-f', CONFIG, '-db'], {
    env: { ...process.env, ...haproxyVariables(port), SHOP_ADDRESS: `127.0.0.1:${port}`, WEB_1: first, WEB_2: second },
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

/** Starts two web processes of a release, its worker and HAProxy on a database of its schema. */
export async function openProxiedShop(release: Release = THIS_RELEASE): Promise<ProxiedShop> {
  const { connectionString, drop } = await createTestDatabase({ isEmpty: true });
  await release.cli(['migrate'], { DATABASE_URL: connectionString });
  const { cookie, emails } = prepared.parse(
    JSON.parse(await release.runProgram(PREPARE_SHOP, [connectionString, String(CASES), String(CUSTOMERS)])),
  );
  const database = openDatabase(connectionString, 10);
  const errors: string[] = [];
  const hear = (text: string): void => {
    for (const line of text.split('\n')) if (/"level":[56]0/.test(line)) errors.push(line.slice(0, 1_000));
  };
  const port = await freePort();
  const startProcess: ProxiedShop['startProcess'] = (env, root) =>
    startShopProcess(
      connectionString,
      {
        SHUTDOWN_DRAIN_SECONDS: String(DRAIN_SECONDS),
        PUBLIC_URL: `http://localhost:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'error',
        ...LIMITS,
        ...env,
      },
      hear,
      root,
    );
  const webs = await Promise.all([1, 2].map(() => startProcess({ SHOP_ROLE: 'web' }, release.root)));
  let worker = await startProcess({ SHOP_ROLE: 'worker' }, release.root);
  const proxy = await startProxy(port, webs);
  const responses = new Map<string, number>();
  const failures: string[] = [];

  const agent = new Agent({ keepAlive: true });
  let clients = 0;

  /** Returns a function that sends requests from an address of its own, so that the limit of one client applies to one. */
  function openClient(): Ask {
    clients += 1;
    const address = `10.9.${clients >> 8}.${clients & 255}`;
    return async (host, method, path, headers, body) => {
      const what = `${method} ${path.replace(/\?.*/, '').replace(/[\w-]{20,}/, '…')}`;
      const sent = { ...headers, 'x-forwarded-for': address };
      const response = await send(port, host, method, path, sent, body, agent).catch((error: unknown) => {
        failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
        throw error;
      });
      const kind = `${Math.floor(response.status / 100)}xx`;
      responses.set(kind, (responses.get(kind) ?? 0) + 1);
      if (response.status >= 400) failures.push(`${what}: ${response.status} ${response.text.slice(0, 200)}`);
      return response;
    };
  }

  /** Loads pages, each with its scripts and styles: their addresses are of the release that rendered it. */
  async function visit(): Promise<void> {
    const ask = openClient();
    for (const path of PAGES) {
      const { text } = await ask('localhost', 'GET', path, { accept: '*/*' });
      const files = new Set(Array.from(text.matchAll(/(?:href|src)="(\/assets\/[\w.-]+)"/g), ([, file = '']) => file));
      for (const file of files) await ask('localhost', 'GET', file, { accept: '*/*' });
    }
  }

  async function buy(): Promise<void> {
    const ask = openClient();
    const proxied: Pick<TestShop, 'call'> = {
      call: (table, host = 'localhost') =>
        client(
          table,
          transportOver((...args) => ask(host, ...args)),
        ),
    };
    const guest = await buyer(proxied, [1]);
    const placed = await guest.placeOrder();
    if (!placed.ok) throw new Error(placed.code);
    await guest.pay(placed.value.data.nextUrl);
    const settled = await guest.settle();
    if (settled.ok && settled.value.data.status === 'paid') return;
    failures.push('a purchase is not paid');
    throw new Error('a purchase is not paid');
  }

  let signIns = 0;
  async function signIn(): Promise<void> {
    signIns += 1;
    const email = emails[signIns % CUSTOMERS] ?? '';
    const form = new URLSearchParams({ email, password: PASSWORD, returnTo: '/cart' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://localhost:${port}` };
    const response = await openClient()('localhost', 'POST', '/auth/login/using-password', headers, form);
    const isSignedIn = [response.headers['set-cookie'] ?? []].flat().length > 0;
    if (!isSignedIn) failures.push(`a sign-in set no cookie: ${response.status} to ${response.headers.location}`);
    await sleep(SIGN_IN_PAUSE_MS);
  }

  const staff = openClient();
  const orders = client(
    orderOfficeContract,
    transportOver((method, path, headers, body) => staff(OFFICE_HOST, method, path, { ...headers, cookie }, body)),
  );
  /** Lists orders and writes a note to the last one. */
  async function writeNote(): Promise<void> {
    const [last] = yes(await orders.orders({})).rows;
    if (last) yes(await orders.addOrderNote({ id: last.id, text: 'Called the buyer' }, { idempotencyKey: randomUUID() }));
    await sleep(STAFF_PAUSE_MS);
  }
  let drawn = 0;
  async function uploadPicture(): Promise<void> {
    drawn += 1;
    const background = { r: drawn & 255, g: (drawn >> 8) & 255, b: 60 };
    const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background } })
      .png()
      .toBuffer();
    const headers = { 'content-type': 'application/octet-stream', cookie };
    await staff(OFFICE_HOST, 'POST', `${pictureUploadContract.uploadPicture.path}?name=wine-${drawn}.png`, headers, picture);
    await sleep(STAFF_PAUSE_MS);
  }

  return {
    database,
    connectionString,
    port,
    cookie,
    failures,
    responses,
    errors,
    startLoad() {
      let isOver = false;
      const all = (count: number, act: () => Promise<unknown>) =>
        Promise.all(Array.from({ length: count }, () => repeat(() => isOver, act)));
      const running = Promise.all([all(BUYERS, buy), all(VISITORS, visit), all(1, signIn), all(1, writeNote), all(1, uploadPicture)]);
      return {
        async stop() {
          isOver = true;
          const [purchases = 0, visits = 0, signedIn = 0, notes = 0, pictures = 0] = (await running).map(sum);
          return { purchases, visits, signIns: signedIn, notes, pictures };
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
    async replaceWorker(root) {
      const exit = await worker.stop();
      worker = await startProcess({ SHOP_ROLE: 'worker', PORT: String(worker.port) }, root);
      return exit;
    },
    async killWeb(at) {
      await webs[at]?.end();
    },
    startProcess,
    findViolations: () => findInvariantViolations({ database }, { 1: CASES }),
    async stop() {
      agent.destroy();
      if (proxy.kill()) await once(proxy, 'exit');
      await Promise.all([...webs, worker].map((each) => each.end()));
      await database.close();
      await drop();
    },
  };
}
