/**
 * What continuous backup costs: purchases of ten buyers and the log that PostgreSQL writes, without and with BACKUP_TARGET, in turn. The
 * first backup and its trial are over before anything is measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { client } from '#lib/client.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { type BenchShop, startBenchShop } from './bench-shop.ts';
import { cpuOfAll } from './cpu.ts';
import { inParallel } from './load.ts';
import { printRows, type Row, row } from './report.ts';

const PRODUCT = 1001;
const BUYERS = 10;
const PURCHASES = 600;
const ROUNDS = 2;

interface Measured {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly logBytes: number;
}

async function untilTriedOut(database: Database): Promise<void> {
  const text = "select 1 from backup_reports where kind = 'verification' and result = 'ok'";
  while ((await database.queryOne({ text })) === null) await sleep(1_000);
}

const position = async (database: Database): Promise<string> =>
  (await database.queryOne<{ at: string }>({ text: 'select pg_current_wal_insert_lsn()::text as at' }))?.at ?? '0/0';

async function buyMany(shop: BenchShop, database: Database): Promise<Measured> {
  const calls: Parameters<typeof buyer>[0] = {
    call: (table, host = 'localhost') => client(table, httpTransport(Number(new URL(shop.url).port), host)),
  };
  const purchase = async (): Promise<boolean> => {
    const guest = await buyer(calls, [PRODUCT]);
    yes(await guest.pay(yes(await guest.placeOrder()).data.nextUrl));
    return yes(await guest.settle()).data.status === 'paid';
  };
  await inParallel(BUYERS, PURCHASES / 4, purchase);
  const [began, cpu] = [await position(database), cpuOfAll(shop.process.pid ?? 0)];
  const { perSecond } = await inParallel(BUYERS, PURCHASES, purchase);
  const written = await database.queryOne<{ bytes: number }>({
    text: 'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 as bytes',
    values: [began],
  });
  return {
    perSecond,
    cpuMs: (cpuOfAll(shop.process.pid ?? 0) - cpu) / PURCHASES,
    logBytes: (written?.bytes ?? 0) / PURCHASES,
  };
}

async function measure(env: Readonly<Record<string, string>>): Promise<Measured> {
  const shop = await startBenchShop({ env });
  const database = openDatabase(findRunningPostgres(shop.dataDir)?.connectionString ?? '', 2);
  try {
    if (env.BACKUP_TARGET !== undefined) await untilTriedOut(database);
    // Only then: the audit of the backup would find levels that no movement explains.
    await database.execute({ text: 'update stock_levels set level = 1000000 where product_id = $1', values: [PRODUCT] });
    return await buyMany(shop, database);
  } finally {
    await database.close();
    await shop.stop();
  }
}

const rows: Row[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-bench-archive-'));
  const without = await measure({});
  const archived = await measure({ BACKUP_TARGET: folder, BACKUP_KEY: 'only-for-benchmarks-only-for-benchmarks' });
  await rm(folder, { recursive: true });
  rows.push(
    row(`purchases, round ${round}`, without.perSecond, '/s'),
    row(`purchases with continuous backup, round ${round}`, archived.perSecond, '/s'),
    row(`  of those without, round ${round}`, archived.perSecond / without.perSecond, 'times'),
    row('  processor time of a purchase', without.cpuMs, 'ms'),
    row('  with continuous backup', archived.cpuMs, 'ms'),
    row('  log of a purchase', without.logBytes / 1_000, 'KB'),
    row('  with continuous backup', archived.logBytes / 1_000, 'KB'),
  );
}
printRows('Continuous backup', rows);
