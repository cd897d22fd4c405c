/** Two processes on one database: one of role web, one of role worker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemOfficeContract } from '#domains/system/office-contract.ts';
import { withoutWorkerSince } from '#domains/system/server/check-health.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { readConfig } from '#lib/server/config.ts';
import { systemDepsOf } from '#server/jobs/scheduler.ts';
import { loadBuiltRenderer } from '#server/page-cache/page-renderer.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ROOT = `${process.cwd()}/`;
const ADDRESS = 'owner@shop.example';

let web: TestShop;
let owner: OfficeBrowser;
let staffId: number;
let workerDatabase: Database;
let worker: RunningServer | null = null;

beforeAll(async () => {
  web = await createTestShop({ SHOP_ROLE: 'web', DATABASE_URL: 'postgres://localhost/shared' });
  const staff = await createTestStaff(web.database, { email: ADDRESS, roles: ['Owner'] });
  staffId = staff.id;
  owner = await signInAs(web, staff);
  workerDatabase = openDatabase(web.connectionString, 5);
});
afterAll(async () => {
  await worker?.stop();
  await workerDatabase?.close();
  await web?.stop();
});

async function startWorker(): Promise<RunningServer> {
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    SHOP_ROLE: 'worker',
    DATABASE_URL: web.connectionString,
    PUBLIC_URL: 'http://localhost',
    SHUTDOWN_DRAIN_SECONDS: '599',
    SHUTDOWN_TIMEOUT_SECONDS: '600',
  };
  return startServer(readConfig(env), workerDatabase, await loadBuiltRenderer(ROOT), ROOT, { worksOnImports: false });
}

const health = async () => yes(await owner.call(systemOfficeContract).systemHealth({}));
const subjects = async () => (await readMailbox(web.database, 50)).filter(({ to }) => to === ADDRESS).map(({ subject }) => subject);
const queueEmail = (subject: string) =>
  web.database.transaction(async (transaction) => {
    await systemDepsOf(web.running.services).queueAlert?.(transaction, staffId, {
      subject,
      paragraphs: ['Text.'],
      label: 'Open',
      path: '/',
    });
  });

test('work in the background waits for a worker, and the office says so', async () => {
  await queueEmail('Waits for a worker');
  // Longer than a worker takes to fetch a job.
  await sleep(2_000);

  const { checks, processes } = await health();

  expect(await subjects()).toEqual([]);
  expect(checks.find(({ name }) => name === 'workers')).toMatchObject({ state: 'failing' });
  expect(processes.map(({ role }) => role)).toEqual(['web']);
});

test('the banner warns of it once it takes longer than a restart', async () => {
  const deps = systemDepsOf(web.running.services);
  const started = (minutesAgo: number) => ({ ...deps, startedAt: new Date(Date.now() - minutesAgo * 60_000) });

  expect(await withoutWorkerSince(started(1))).toBeNull();
  expect(await withoutWorkerSince(started(3))).toBeInstanceOf(Date);
});

test('a worker does it, answers probes only, and names its role', async () => {
  worker = await startWorker();
  const { port } = worker;
  const status = async (path: string) => (await send(port, 'localhost', 'GET', path)).status;

  await expect.poll(subjects).toEqual([expect.stringContaining('Waits for a worker')]);
  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(status))).toEqual([200, 200, 200]);
  expect(await Promise.all(['/', '/auth/login', '/office/v1/me', '/wine', '/api/openapi.json'].map(status))).toEqual(Array(5).fill(404));
  expect((await send(port, 'localhost', 'GET', '/metrics')).text).toMatch(/cellardoor_build_info\{version="[\d.]+",role="worker"\} 1/);
  expect((await web.get('/metrics')).text).toMatch(/cellardoor_build_info\{version="[\d.]+",role="web"\} 1/);
  const { checks, processes } = await health();
  expect(checks.find(({ name }) => name === 'workers')).toMatchObject({ state: 'ok', detail: '1 process does it.' });
  expect(processes.map(({ role }) => role)).toEqual(['web', 'worker']);
});

test('a worker that stops is gone from the list at once, and does not wait for requests', async () => {
  await worker?.stop();

  expect((await health()).processes.map(({ role }) => role)).toEqual(['web']);
});
