/**
 * Backups of a shop that sells, with the backup, the shop, its database or all of them killed at random moments. Afterwards the database
 * is restored to its last moment, once from the archive alone and once with what the disk still has.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuditResult, auditLedgers } from '#domains/system/server/audit-ledgers.ts';
import { client } from '#lib/client.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { type BackupLocation, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import { restoreBackup } from '#packages/embedded-postgres/backup/restore-backup.ts';
import { restoreInPlace } from '#packages/embedded-postgres/backup/restore-in-place.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/start.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { queryOnce } from '#tests/fixtures/postgres-folder.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { isStressRun, runs, stressSeed } from '#tests/stress/run-count.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODE = join(ROOT, 'node_modules/.bin/node');
const PRODUCTS = [1001, 1004, 1005, 1006];
const BUYERS = 4;
const VICTIMS = ['backup', 'database', 'shop', 'everything'] as const;
const MAX_DELAY_MS = 4_000;

let folder = '';
let dataDir = '';
let port = 0;
let shop: ChildProcess;
let location: BackupLocation;
let env: Readonly<Record<string, string>>;

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())));

/** Starts the shop, again and again as a service manager does: a command that runs while the shop is stopped has its database to itself. */
async function startShop(): Promise<void> {
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  do {
    shop = spawn(NODE, [join(ROOT, 'src/server/main.ts')], {
      cwd: ROOT,
      env: { ...process.env, ...env, PORT: String(port), RATE_LIMIT_PER_MINUTE: '1000000', MAX_EVENT_LOOP_DELAY_MS: '0' },
      stdio: 'ignore',
    });
    while (shop.exitCode === null && !(await isReady())) await sleep(50);
  } while (shop.exitCode !== null);
}

const cli = (...args: readonly string[]): ChildProcess =>
  spawn(NODE, [join(ROOT, 'src/cli/cli.ts'), ...args], { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-backup-crash-'));
  dataDir = join(folder, 'data');
  location = { target: join(folder, 'backups'), keys: ['only-for-tests-only-for-tests-only-for-tests'] };
  env = { DATA_DIR: dataDir, BACKUP_TARGET: location.target, BACKUP_KEY: location.keys[0], LOG_LEVEL: 'silent' };
  port = await freePort();
  if (isStressRun) await startShop();
}, 180_000);
afterAll(async () => {
  shop?.kill('SIGTERM');
  if (shop) await ended(shop);
  await rm(folder, { recursive: true, force: true });
});

/** Shoppers who buy until they are stopped. */
function startBuyers() {
  const calls: Parameters<typeof buyer>[0] = { call: (table, host = 'localhost') => client(table, httpTransport(port, host)) };
  /** Ids of orders that shoppers were told are paid. */
  const confirmed = new Set<string>();
  let isOver = false;
  const person = async (seed: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1)
      try {
        const guest = await buyer(calls, [PRODUCTS[(seed + turn) % PRODUCTS.length] ?? 0]);
        yes(await guest.pay(yes(await guest.placeOrder()).data.nextUrl));
        const { status, nextUrl } = yes(await guest.settle()).data;
        if (status === 'paid') confirmed.add(nextUrl.replace('/order/', ''));
      } catch {
        // Nothing was confirmed.
        await sleep(20);
      }
  };
  const people = Promise.all(Array.from({ length: BUYERS }, (_, seed) => person(seed)));
  return {
    confirmed,
    async stop() {
      isOver = true;
      await people;
    },
  };
}

const killDatabase = (): void => {
  const pid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  if (pid > 1) process.kill(pid, 'SIGKILL');
};

/** Archives everything up to now. @returns the orders that were confirmed before */
async function archiveAll(confirmed: ReadonlySet<string>): Promise<readonly string[]> {
  const before = [...confirmed];
  const admin = findRunningPostgres(dataDir)?.adminConnectionString ?? '';
  const [switched] = await queryOnce<{ segment: string }>(admin, 'select pg_walfile_name(pg_switch_wal()) as segment');
  const archived = "select coalesce(left(last_archived_wal, 24), '') as name from pg_stat_archiver";
  await expect
    .poll(async () => (await queryOnce<{ name: string }>(admin, archived))[0]?.name ?? '')
    .toSatisfy((name) => name >= (switched?.segment ?? 'x'));
  return before;
}

interface Restored extends AuditResult {
  readonly orders: ReadonlySet<string>;
}

async function inspect(connectionString: string): Promise<Restored> {
  const database = openDatabase(connectionString, 2);
  try {
    const rows = await database.queryMany<{ id: string }>({ text: 'select id from orders where number is not null' });
    return { ...(await auditLedgers(database)), orders: new Set(rows.map(({ id }) => id)) };
  } finally {
    await database.close();
  }
}

test.skipIf(!isStressRun)(
  'restores every confirmed order, with books that agree, after backups, shop and database were killed',
  async () => {
    let seed = stressSeed;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const first = cli('backup', 'run', '--verify');
    await ended(first);
    expect(first.exitCode).toBe(0);
    const buyers = startBuyers();
    const archive = await openBackupArchive(location);
    let killedBackups = 0;
    const rounds = runs(1);
    for (let round = 0; round < rounds; round += 1)
      for (const victim of VICTIMS) {
        const backup = cli('backup', 'run');
        await sleep(random() * MAX_DELAY_MS);
        if (victim === 'backup' || victim === 'everything') backup.kill('SIGKILL');
        if (victim === 'database' || victim === 'everything') killDatabase();
        if (victim === 'shop' || victim === 'everything') {
          shop.kill('SIGKILL');
          await ended(shop);
          await startShop();
        }
        await ended(backup);
        if (backup.exitCode !== 0) killedBackups += 1;
        await vi.waitFor(
          async () => expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toMatchObject({ database: true }),
          { timeout: 60_000 },
        );
      }
    await sleep(2_000);
    const archivedOrders = await archiveAll(buyers.confirmed);
    // The last sales are on the disk only.
    await sleep(1_000);
    shop.kill('SIGKILL');
    killDatabase();
    await ended(shop);
    await buyers.stop();

    const backups = await archive.listManifests();
    const backup = backups.at(-1);
    if (backup === undefined) throw new Error('there is no backup');
    let fromArchive: Restored | null = null;
    const options = { archive, location, backup, time: null, log: () => {} };
    await restoreBackup({
      ...options,
      dataDir: join(folder, 'from-archive'),
      isTemporary: true,
      use: async ({ connectionString }) => {
        fromArchive = await inspect(connectionString);
      },
    });
    await restoreInPlace({ ...options, dataDir });
    const restored = await startEmbeddedPostgres({ dataDir, log: () => {} });
    const withDisk = await inspect(restored.connectionString);
    await restored.stop();

    const lostOf = (orders: Iterable<string>, { orders: found }: Restored): string[] => [...orders].filter((id) => !found.has(id));
    const alone: Restored = fromArchive ?? { checks: 0, differences: [], orders: new Set() };
    expect(archivedOrders.length).toBeGreaterThan(0);
    expect(buyers.confirmed.size).toBeGreaterThan(archivedOrders.length);
    expect(killedBackups).toBeGreaterThan(0);
    expect(lostOf(archivedOrders, alone)).toEqual([]);
    expect(lostOf(buyers.confirmed, withDisk)).toEqual([]);
    expect([...alone.differences, ...withDisk.differences]).toEqual([]);
    recordStressResult(
      'Backups under fire',
      ['figure', 'count'],
      [
        ['kills of the backup, the database, the shop, all of them', rounds * VICTIMS.length],
        ['backups that did not end', killedBackups],
        ['complete backups', backups.length],
        ['orders confirmed to shoppers', buyers.confirmed.size],
        ['of these archived before the last kill', archivedOrders.length],
        ['confirmed orders lost, archive alone: of the archived ones', 0],
        ['confirmed orders lost, with the log on the disk', 0],
        ['differences in the books', alone.differences.length + withDisk.differences.length],
      ],
    );
  },
);
