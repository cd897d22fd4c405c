/** A restored database is an installation of its own: it does not refund what the live shop was paid after the restored moment. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments } from '#domains/selling/checkout/server/resume-orders.ts';
import type { PaymentGateway } from '#domains/selling/payments/port/payment-port.ts';
import { installationId, openAlerts } from '#domains/selling/payments/port/server/payment.repository.ts';
import { stripeAdapter } from '#domains/selling/payments/stripe/server/stripe-adapter.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { readConfig } from '#lib/server/config.ts';
import { archiveOptions } from '#packages/embedded-postgres/backup/archive-settings.ts';
import { type BackupLocation, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import { makeBaseBackup } from '#packages/embedded-postgres/backup/base-backup.ts';
import { superviseEmbeddedPostgres } from '#packages/embedded-postgres/supervise.ts';
import { openDataStore } from '#server/open-database.ts';
import { runCommand } from '#tests/fixtures/cli.ts';
import { type StripeServer, startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { readGuideBlocks, readGuideCommand, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';
import { dataFolders } from '#tests/fixtures/postgres-folder.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const folders = dataFolders();
const dataDir = folders.fresh('.data');
const location: BackupLocation = { target: folders.fresh('backups'), keys: ['k'.repeat(44)] };
const env = { DATA_DIR: dataDir, BACKUP_TARGET: location.target, BACKUP_KEY: location.keys[0], LOG_LEVEL: 'silent' };
const log = (): void => {};

let stripe: StripeServer;
/** After the backup, before the sale. */
let before: Date;

const configOf = (folder: string, changed: Readonly<Record<string, string>> = {}) =>
  readConfig({
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_URL: stripe.url,
    DATA_DIR: folder,
    ...changed,
  });
const gatewayOf = (database: Database, folder: string): Promise<PaymentGateway> =>
  stripeAdapter.createGateway({ config: configOf(folder), database });

/** Opens the database of a folder as a shop does. */
async function inShop<T>(folder: string, use: (database: Database) => Promise<T>, changed: Readonly<Record<string, string>> = {}) {
  const store = await openDataStore(configOf(folder, changed), log);
  try {
    return await use(store.database);
  } finally {
    await store.close();
  }
}

/** Sells on a card of the live shop. The order is in none of its backups. */
const sell = async (database: Database): Promise<void> => {
  await (await gatewayOf(database, dataDir)).begin({
    merchantKey: crypto.randomUUID(),
    installationId: await installationId(database),
    amountCents: 6_990,
    currency: 'AUD',
    description: 'Cellardoor order',
    returnUrl: '',
    backUrl: '',
    origin: '',
    storedCard: 'pm_good',
    customerKey: '6',
    saveCard: false,
    captureLater: false,
  });
};

beforeAll(async () => {
  stripe = await startStripeServer();
  await inShop(dataDir, (database) => installationId(database));
  const shop = await superviseEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
  const archive = await openBackupArchive(location);
  await makeBaseBackup({ dataDir, adminConnectionString: shop.adminConnectionString, archive });
  before = new Date();
  const database = openDatabase(shop.connectionString, 2);
  await sell(database);
  await database.close();
  await shop.stop();
}, 120_000);
afterAll(async () => {
  await stripe.close();
  folders.remove();
});

function cli(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
  expect(status, stdout + stderr).toBe(0);
}

/** Compares the gateway with the orders of a folder, as the shop does each minute. */
const reconcile = (folder: string) =>
  inShop(folder, async (database) => {
    const gateway = await gatewayOf(database, folder);
    const result = await reconcilePayments({ database, gateway }, 2).catch((error: Error) => error.name);
    return { result, alerts: (await openAlerts(database)).map(({ subject }) => subject) };
  });

test('a copy in another folder alerts staff about the payments of the live shop, and opens without jobs', async () => {
  const copy = folders.fresh('copy');

  cli(['restore', '--into', copy]);

  expect(await inShop(copy, async (database) => database.queryOne({ text: 'select 1 as one' }), { SHOP_ROLE: 'web' })).toEqual({ one: 1 });
  expect(await reconcile(copy)).toEqual({ result: 'PaymentAlertRaised', alerts: [...stripe.intents.keys()] });
  expect(stripe.requests).not.toContain('POST /v1/refunds');
});

test('a new machine has the whole shop again by the commands of the guide, on a folder that does not exist', async () => {
  const [block] = (await readGuideBlocks(['back-up'])).filter(({ text }) => text.startsWith('export DATA_DIR='));
  const folder = folders.fresh('new-machine');
  const script = block?.text
    .replace('/srv/cellardoor', folder)
    .replace('/mnt/backups', location.target)
    .replace('the key', location.keys[0] ?? '')
    .replace('the other key', 's'.repeat(44));
  // `npm start` would not end. What it opens is opened below.
  const npm = `case "$1" in run) shift 3; exec ${process.execPath} ${CLI} "$@";; esac`;
  const PATH = await writeStandIns(folders.fresh('stand-ins'), { npm });

  const { status, output } = run('bash', ['-euo', 'pipefail', '-c', script ?? 'exit 3'], { PATH, LOG_LEVEL: 'silent' });

  expect(status, output).toBe(0);
  expect(output).toMatch(/Restored to \S+new-machine\..*0 differences in \d+ comparisons/s);
  expect(await reconcile(folder)).toEqual({ result: 'PaymentAlertRaised', alerts: [...stripe.intents.keys()] });
});

test('a shop that returned to an earlier moment alerts staff about the payments since then', async () => {
  cli(['restore', '--in-place', '--to', before.toISOString()]);

  expect(await reconcile(dataDir)).toEqual({ result: 'PaymentAlertRaised', alerts: [...stripe.intents.keys()] });
  expect(stripe.requests).not.toContain('POST /v1/refunds');
});

test('a database that other tools have restored is separated with a command', async () => {
  const [first, second, code] = await inShop(dataDir, async (database) => {
    const former = await installationId(database);
    const run = await runCommand(
      { config: configOf(dataDir), database: openDatabase(database.connectionString, 1) },
      (await readGuideCommand('back-up', 'payment renew-installation')).join(' '),
    );
    return [former, await installationId(openDatabase(database.connectionString, 1)), run.code];
  });

  expect(code).toBe(0);
  expect(second).not.toBe(first);
});

test('the command refuses while the shop runs, whose processes remember the former id', async () => {
  const refused = await inShop(dataDir, async (database) => {
    const id = crypto.randomUUID();
    await database.execute({
      text: "insert into shop_processes (id, role, host, pid, version, started_at, seen_at) values ($1, 'all', 'here', 1, '0', now(), now())",
      values: [id],
    });
    const former = await installationId(database);
    const run = await runCommand(
      { config: configOf(dataDir), database: openDatabase(database.connectionString, 1) },
      'payment renew-installation',
    ).catch((error: Error) => error.message);
    await database.execute({ text: 'delete from shop_processes where id = $1', values: [id] });
    return { run, isSame: former === (await installationId(openDatabase(database.connectionString, 1))) };
  });

  expect(refused).toMatchObject({ run: expect.stringContaining('Stop all of its processes first'), isSame: true });
});

test('a process without jobs creates no database, because the address of the shared one is missing', async () => {
  const empty = folders.fresh('empty');

  await expect(inShop(empty, async () => {}, { SHOP_ROLE: 'web' })).rejects.toThrow(/^Set DATABASE_URL: SHOP_ROLE=web shares a database/);
});
