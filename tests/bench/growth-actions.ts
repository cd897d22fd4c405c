/** The main actions of shoppers and staff over HTTP, with what each costs the server process and the database. */
import { z } from 'zod';
import { type Cart, cartContract } from '#domains/selling/cart/contract.ts';
import { createToken, insertSession } from '#domains/staff/server/staff-session.repository.ts';
import { client } from '#lib/client.ts';
import type { Database } from '#lib/db/pool.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { AUDIENCE, tokenFor } from '#tests/fixtures/customer.ts';
import { httpTransport, send } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST } from '#tests/fixtures/office.ts';
import type { BenchShop } from './bench-shop.ts';
import { databaseCpuBetween, readDatabaseCpu } from './database-process.ts';
import { inParallel } from './load.ts';
import { type Row, row } from './report.ts';
import { cpuMsOf } from './server-process.ts';

const HOST = 'localhost';
const OFFICE_COOKIE = 'cellardoor_office';
const GRAPES = ['shiraz', 'pinot', 'riesling', 'chardonnay', 'malbec'];
const CLIENTS = 8;
const EVENTS_IN_BATCH = 10;
/** Of fewer requests, the slowest one is printed in place of a percentile. */
const MIN_FOR_P99 = 200;

/**
 * Environment of the shops: without jobs, which would share the processors. Jobs are measured by themselves. Events come from many
 * addresses, because one may send few.
 */
export const GROWTH_ENV = {
  SHOP_ROLE: 'web',
  IDENTITY_AUDIENCE: AUDIENCE,
  DATABASE_POOL_SIZE: '10',
  TRUSTED_PROXIES: '127.0.0.1',
  ANALYTICS_DAILY_MB: '1000000',
};
/**
 * For steps in which the load on a process does not grow: a shop refuses requests while its event loop is late, which other programs on the
 * machine would cause. Where offers grow, the shop itself may be late, and the limit of production applies.
 */
export const PATIENT_ENV = { ...GROWTH_ENV, MAX_EVENT_LOOP_DELAY_MS: '60000' };

export const ACTIONS = [
  'list page',
  'search call',
  'wine page',
  'asset',
  'picture',
  'events',
  'cart',
  'checkout',
  'account orders',
  'office orders',
  'office search',
  'today',
  'sales of a year',
] as const;
export type ActionName = (typeof ACTIONS)[number];

export interface GrowthShops {
  readonly shops: readonly BenchShop[];
  readonly admin: Database;
  /** Data directory of PostgreSQL. */
  readonly clusterDir: string;
}

interface Spent {
  readonly serverMs: number;
  /** Blocks that statements touched, in memory or on disk, and bytes of the write-ahead log. */
  readonly blocks: number;
  readonly walBytes: number;
}

type Action = (turn: number, shop: BenchShop) => Promise<boolean>;

const portOf = ({ url }: BenchShop): number => Number(new URL(url).port);
const callsOf = (shop: BenchShop) =>
  ({ call: (table, host = HOST) => client(table, httpTransport(portOf(shop), host)) }) satisfies Parameters<typeof buyer>[0];

/** Requests a path. @returns true if it was answered */
async function get(shop: BenchShop, path: string, headers: Readonly<Record<string, string>> = {}, host = HOST): Promise<boolean> {
  const { status, text } = await send(portOf(shop), host, 'GET', path, { 'accept-encoding': 'identity', ...headers });
  if (status !== 200) console.error(`${path} answers ${status}: ${text.slice(0, 200)}`);
  return status === 200;
}

async function readSpent({ shops, admin }: GrowthShops): Promise<Spent> {
  const row = await admin.queryOne<{ blocks: number; wal: number }>({
    text: `select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks, coalesce(sum(wal_bytes), 0)::float8 as wal
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) and toplevel`,
  });
  const cpu = await Promise.all(shops.map(cpuMsOf));
  return { serverMs: cpu.reduce((sum, each) => sum + each, 0), blocks: row?.blocks ?? Number.NaN, walBytes: row?.wal ?? Number.NaN };
}

/** Runs an action a number of times, after a third as many to warm up. @returns what one of them took */
async function measureAction(growth: GrowthShops, name: string, times: number, action: Action): Promise<Row[]> {
  let turn = 0;
  const next = (): Promise<boolean> => {
    turn += 1;
    return action(turn, growth.shops[turn % growth.shops.length] as BenchShop).catch((error: unknown) => {
      console.error(String(error));
      return false;
    });
  };
  await inParallel(CLIENTS, Math.ceil(times / 3), next);
  const [before, cpu] = [await readSpent(growth), await readDatabaseCpu(growth.clusterDir)];
  const load = await inParallel(CLIENTS, times, next);
  const [after, cpuAfter] = [await readSpent(growth), await readDatabaseCpu(growth.clusterDir)];
  const each = (total: number): number => total / times;
  return [
    row(`${name}${load.failed > 0 ? ` (failed: ${load.failed})` : ''}`, load.perSecond, '/s'),
    row('  p50', load.p50, 'ms'),
    row(times < MIN_FOR_P99 ? '  slowest' : '  p99', times < MIN_FOR_P99 ? load.slowest : load.p99, 'ms'),
    row('  processor time of the server', each(after.serverMs - before.serverMs), 'ms'),
    row('  processor time of the database', each(databaseCpuBetween(cpu, cpuAfter)), 'ms'),
    row('  blocks of the database', each(after.blocks - before.blocks), ''),
    row('  write-ahead log', each(after.walBytes - before.walBytes) / 1_024, 'KB'),
  ];
}

const listed = z.object({ hits: z.array(z.object({ url: z.string() })) });

/** Returns the addresses of wines that are first in their list. */
async function findUrls(shop: BenchShop): Promise<readonly string[]> {
  const pages = [1, 2, 3, 4].map(async (number) => {
    const { text } = await send(portOf(shop), HOST, 'GET', `/api/search/list?kind=wine&search=page%3D${number}`);
    return listed.parse(JSON.parse(text)).hits.map(({ url }) => url);
  });
  return (await Promise.all(pages)).flat();
}

/** Returns the first address of a kind in a page. */
async function findInPage(shop: BenchShop, path: string, kind: RegExp): Promise<string> {
  const { text } = await send(portOf(shop), HOST, 'GET', path);
  const [found] = kind.exec(text) ?? [];
  if (found === undefined) throw new Error(`${path} has no ${kind.source}.`);
  return found;
}

/** Sends what a browser sends of a visit, from an address of its own. */
async function sendEvents(shop: BenchShop, turn: number): Promise<boolean> {
  const batch = Array.from({ length: EVENTS_IN_BATCH }, (_, index) => ({
    type: 'track',
    event: index % 2 === 0 ? 'Product Viewed' : 'Product List Viewed',
    messageId: `${Date.now()}-${turn}-${index}`,
    anonymousId: `browser-${turn}`,
    timestamp: new Date().toISOString(),
    context: { page: { path: `/wines/made/offer-${turn}`, title: `Made offer ${turn}`, referrer: '' } },
    properties: { product_id: turn, price: 3 * index, list: 'wines' },
  }));
  const headers = {
    'content-type': 'text/plain',
    'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  };
  const body = JSON.stringify({ writeKey: 'cellardoor', batch, sentAt: new Date().toISOString() });
  const { status, text } = await send(portOf(shop), HOST, 'POST', '/v1/batch', headers, body);
  if (status !== 200) console.error(`/v1/batch answers ${status}: ${text.slice(0, 200)}`);
  return status === 200;
}

/** Returns wines that everybody may buy in any number, and fills their stock as staff do. */
async function findProducts(admin: Database): Promise<readonly number[]> {
  const rows = await admin.queryMany<{ id: number }>({
    text: `with filled as (update stock_levels s set level = 1000000 from (
        select distinct o.product_id from offers o join offer_prices p on p.offer_id = o.offer_id and p.market = 'AU'
        where o.kind = 'wine' and not o.secret and not o.special_access and not o.is_gift and o.order_quantity_maximum = 0
          and o.inventory_status = 'AVAILABLE' and o.tiers_eligible && '{GUEST,ALL}' and o.starts_at is null and o.ends_at is null limit 200) o
          join stock_levels b on b.product_id = o.product_id and b.market = 'AU'
        where s.product_id = o.product_id and s.market = 'AU' returning s.product_id, s.level, s.level - b.level as added)
      insert into stock_movements (product_id, market, kind, quantity, level) select product_id, 'AU', 'adjustment', added, level from filled
      returning product_id as id`,
  });
  return rows.map(({ id }) => id);
}

/** Signs an owner of the office in. @returns the cookie */
async function signInOwner(admin: Database): Promise<string> {
  const { id } = await createTestStaff(admin, { email: `bench-${Date.now()}@shop.example`, roles: ['Owner'] });
  const token = createToken();
  await admin.transaction((transaction) =>
    insertSession(transaction, id, token, { method: 'totp', userAgent: 'bench', ip: '127.0.0.1', isSteppedUp: true }),
  );
  return `${OFFICE_COOKIE}=${token}`;
}

/** Returns the token of the customer with the most orders, and how many these are, or null if nobody has ordered. */
async function signInCustomer({ shops, admin }: GrowthShops): Promise<{ readonly bearer: string; readonly orders: number } | null> {
  const customer = await admin.queryOne<{ id: number; subject: string; orders: number }>({
    text: `select c.id, c.subject, (select count(*)::integer from orders o where o.customer_id = c.id and o.number is not null) as orders
      from customer_summaries s join customers c on c.id = s.customer_id order by s.orders desc, c.id limit 1`,
  });
  const [shop] = shops;
  if (!customer || !shop) return null;
  return { bearer: await tokenFor({ database: admin, running: { port: portOf(shop) } }, customer), orders: customer.orders };
}

/**
 * Measures the named actions on all shops in turn.
 * @param times of cheap actions. Checkouts and screens of the office run a third as often
 */
export async function measureActions(growth: GrowthShops, names: readonly ActionName[], times: number): Promise<Row[]> {
  const [shop] = growth.shops;
  if (!shop) throw new Error('There is no shop.');
  const [urls, products] = [await findUrls(shop), await findProducts(growth.admin)];
  const [asset, picture] = [
    await findInPage(shop, '/', /\/assets\/[^"' ]+\.js/),
    await findInPage(shop, urls[0] ?? '/', /\/pictures\/[^"' ?]+/),
  ];
  const cookie = await signInOwner(growth.admin);
  const customer = await signInCustomer(growth);
  const idAt = (turn: number): number => products[turn % products.length] ?? 0;
  const year = `from=${day(365)}&to=${day(0)}`;
  const office =
    (path: string): Action =>
    (_, on) =>
      get(on, path, { cookie }, OFFICE_HOST);
  const actions: Readonly<Record<ActionName, Action>> = {
    'list page': (turn, on) => get(on, `/wines?bottlePrice=${turn % 7}:${40 + turn}`),
    'search call': (turn, on) =>
      get(on, `/api/search/list?kind=wine&search=query%3D${GRAPES[turn % GRAPES.length]}%26page%3D${1 + (turn % 9)}`),
    'wine page': (turn, on) => get(on, urls[turn % urls.length] ?? '/'),
    asset: (_, on) => get(on, asset),
    picture: (_, on) => get(on, picture),
    events: (turn, on) => sendEvents(on, turn),
    cart: async (turn, on) => {
      const carts = callsOf(on).call(cartContract);
      const { data }: { data: Cart } = yes(await carts.create({ offer: {}, productId: idAt(turn) }));
      return (await carts.addItem({ offer: {}, productId: idAt(turn + 1), cartId: data.id })).ok;
    },
    checkout: async (turn, on) => {
      const guest = await buyer(callsOf(on), [idAt(turn)]);
      yes(await guest.pay(yes(await guest.placeOrder()).data.nextUrl));
      return yes(await guest.settle()).data.status === 'paid';
    },
    'account orders': async (_, on) => customer === null || get(on, '/api/account/orders', { authorization: `Bearer ${customer.bearer}` }),
    'office orders': office('/office/v1/orders'),
    'office search': (turn, on) =>
      get(on, `/office/v1/orders?q=${['chen', 'customer-4', '1000042', 'lovelace'][turn % 4]}`, { cookie }, OFFICE_HOST),
    today: office('/office/v1/today'),
    'sales of a year': office(`/office/v1/reports/sales?market=AU&${year}`),
  };
  const rows: Row[] = [];
  for (const name of names) {
    const isLong = name === 'checkout' || name.startsWith('office') || name === 'today' || name.startsWith('sales');
    // What it costs depends on the customer's orders, not on those of the shop.
    const title = name === 'account orders' ? `${name}, of which there are ${customer?.orders ?? 0}` : name;
    rows.push(...(await measureAction(growth, title, Math.max(2, isLong ? Math.ceil(times / 3) : times), actions[name])));
  }
  return rows;
}

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
