/** The steps of growth: one thing grows, the others stay, and the same things are measured at each size. */
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markSentOrders } from '#domains/selling/orders/server/office-order-list.repository.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { generateCarts, generateEvents, generateOrderHistory } from '#tests/fixtures/generate-growth.ts';
import { type BenchShop, removeData, startBenchShop, untilServed } from './bench-shop.ts';
import { ACTIONS, type ActionName, GROWTH_ENV, measureActions, PATIENT_ENV } from './growth-actions.ts';
import type { GrowthCluster, GrowthDatabase } from './growth-cluster.ts';
import { fillSales, measureDeadRows, measureDisk, measureExport, measureUpkeep, measureVacuum } from './growth-upkeep.ts';
import { addOffers, SAMPLE_OFFERS } from './large-shop.ts';
import { type Row, row } from './report.ts';
import { memoryOf } from './server-process.ts';

/** Days of sales that the orders are spread over, and of events. */
const ORDER_DAYS = 730;
const EVENT_DAYS = 90;
const ORDERS_PER_CUSTOMER = 5;
/** Jobs that read or delete events. */
const EVENT_JOBS = /visits|events|searches/;
const MB = 2 ** 20;

export interface StepOptions {
  /** Requests of each cheap action. */
  readonly times: number;
  /** Limit of one statement of upkeep, and of an export. */
  readonly seconds: number;
}

export interface Step {
  readonly title: string;
  readonly rows: readonly Row[];
}

type Measure = (cluster: GrowthCluster, size: number, options: StepOptions) => Promise<readonly Row[]>;

/**
 * Starts shops on a database and runs `work` with them.
 * @param dataDir with the snapshot of the index, for a single shop. Default: each has one of its own, and builds its index
 */
async function withShops<T>(
  database: GrowthDatabase,
  count: number,
  work: (shops: readonly BenchShop[]) => Promise<T>,
  dataDir?: string,
): Promise<T> {
  const shops: BenchShop[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const shop = await startBenchShop({
        databaseUrl: database.url,
        // Only where offers grow a shop has an index to start with.
        ...(dataDir === undefined ? { env: PATIENT_ENV } : { env: GROWTH_ENV, dataDir }),
      });
      shops.push(shop);
      await untilServed(shop, '/wines');
    }
    return await work(shops);
  } finally {
    for (const shop of shops) await shop.stop(dataDir !== undefined);
  }
}

async function measureShops(
  cluster: GrowthCluster,
  database: GrowthDatabase,
  processes: number,
  names: readonly ActionName[],
  times: number,
  dataDir?: string,
): Promise<Row[]> {
  const measure = async (shops: readonly BenchShop[]): Promise<Row[]> => {
    const [first] = shops;
    const atStart = first ? (await memoryOf(first)).resident : Number.NaN;
    const rows = await measureActions({ shops, admin: database.admin, clusterDir: cluster.dataDir }, names, times);
    return [
      ...rows,
      ...(await measureDeadRows(database.admin)),
      row('memory of a server at its start', atStart, 'MB'),
      row('  after these requests', first ? (await memoryOf(first)).resident : Number.NaN, 'MB'),
    ];
  };
  return withShops(database, processes, measure, dataDir);
}

/** Measures the jobs as the owner of the database, with a limit for each statement. */
async function measureJobs({ url }: GrowthDatabase, seconds: number, isWanted: (name: string) => boolean = () => true): Promise<Row[]> {
  const limited = Object.assign(new URL(url), { search: `?options=${encodeURIComponent(`-c statement_timeout=${seconds * 1_000}`)}` }).href;
  const database = openDatabase(limited, 2);
  try {
    return await measureUpkeep(database, isWanted);
  } finally {
    await database.close();
  }
}

/** Orders with everything that they leave behind. */
const measureOrders: Measure = async (cluster, size, { times, seconds }) => {
  const database = await cluster.createDatabase(`orders_${size}`);
  try {
    if (database.isNew) {
      await generateOrderHistory(database.admin, {
        orders: size,
        customers: Math.ceil(size / ORDERS_PER_CUSTOMER),
        days: ORDER_DAYS,
        lines: 1,
      });
      await database.admin.execute({ text: 'vacuum (analyze)' });
    }
    // As jobs have done in a shop that grew.
    await markSentOrders(database.admin);
    const filled = await fillSales(database.admin);
    const names = ACTIONS.filter((name) => !name.endsWith('page') && !['asset', 'picture', 'events'].includes(name));
    return [
      ...filled,
      ...(await measureShops(cluster, database, 1, names, times)),
      ...(await measureJobs(database, seconds)),
      ...(await measureExport(database.admin, seconds / 4)),
      ...(await measureVacuum(database.admin)),
      ...(await measureDisk(database.admin, size)),
    ];
  } finally {
    await database.drop();
  }
};

/** Events of the storefront in their partitions. */
const measureEvents: Measure = async (cluster, size, { times, seconds }) => {
  const database = await cluster.createDatabase(`events_${size}`);
  try {
    if (database.isNew) await generateEvents(database.admin, size, EVENT_DAYS);
    return [
      ...(await measureShops(cluster, database, 1, ['events', 'asset', 'picture', 'cart', 'today'], times)),
      ...(await measureJobs(database, seconds, (name) => EVENT_JOBS.test(name))),
      ...(await measureDisk(database.admin, size, 1)),
    ];
  } finally {
    await database.drop();
  }
};

const measureCarts: Measure = async (cluster, size, { times, seconds }) => {
  const database = await cluster.createDatabase(`carts_${size}`);
  try {
    if (database.isNew) await generateCarts(database.admin, size);
    const rows = await measureShops(cluster, database, 1, ['cart', 'checkout'], times);
    const names = ['carts', 'cart_lines'].map((table) => `'${table}'::regclass`);
    const bytes = await database.admin.queryOne<{ bytes: number }>({
      text: `select sum(pg_total_relation_size(id))::float8 as bytes from unnest(array[${names.join()}]) id`,
    });
    return [
      ...rows,
      ...(await measureJobs(database, seconds, (name) => name.includes('carts'))),
      row('disk of carts and their lines', (bytes?.bytes ?? 0) / MB, 'MB'),
    ];
  } finally {
    await database.drop();
  }
};

const measureOffers: Measure = async (cluster, size, { times }) => {
  const database = await cluster.createDatabase(`offers_${size}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'cellardoor-bench-'));
  try {
    if (database.isNew) {
      await addOffers(database.admin, Math.max(0, size - SAMPLE_OFFERS));
      await database.admin.execute({ text: 'vacuum (analyze)' });
    }
    const start = { databaseUrl: database.url, env: GROWTH_ENV, dataDir };
    const began = performance.now();
    const first = await startBenchShop(start);
    await untilServed(first, '/wines');
    const built = (performance.now() - began) / 1_000;
    await first.stop(true);
    const snapshot = await stat(join(dataDir, 'search-index.snapshot')).then(
      ({ size: bytes }) => bytes,
      () => null,
    );
    const again = performance.now();
    const second = await startBenchShop(start);
    await untilServed(second, '/wines');
    const reopened = (performance.now() - again) / 1_000;
    await second.stop(true);
    return [
      row('start until its lists, without a snapshot', built, 's'),
      row('start until its lists, with a snapshot', reopened, 's'),
      // A small catalogue has none.
      ...(snapshot === null ? [] : [row('snapshot of the search index', snapshot / MB, 'MB')]),
      ...(await measureShops(cluster, database, 1, ['list page', 'search call', 'wine page', 'cart', 'checkout'], times, dataDir)),
      ...(await measureDisk(database.admin, size, 8)),
    ];
  } finally {
    await removeData(dataDir);
    await database.drop();
  }
};

const measureProcesses: Measure = async (cluster, size, { times }) => {
  const database = await cluster.createDatabase(`processes_${size}`);
  try {
    return await measureShops(cluster, database, size, ['list page', 'search call', 'cart', 'checkout'], times);
  } finally {
    await database.drop();
  }
};

/** What grows, with its usual sizes. */
export const GROWTHS: Readonly<Record<string, { readonly what: string; readonly sizes: readonly number[]; readonly measure: Measure }>> = {
  processes: { what: 'web processes', sizes: [1, 2, 4], measure: measureProcesses },
  carts: { what: 'carts', sizes: [1, 1_000, 100_000], measure: measureCarts },
  offers: { what: 'offers', sizes: [252, 10_000, 100_000, 1_000_000], measure: measureOffers },
  events: { what: 'events of the storefront', sizes: [10_000, 1_000_000, 10_000_000], measure: measureEvents },
  orders: { what: 'orders', sizes: [10_000, 1_000_000, 10_000_000], measure: measureOrders },
};
