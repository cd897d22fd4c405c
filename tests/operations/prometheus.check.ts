/**
 * Debian's Prometheus scrapes a shop: every panel of the dashboard is a query that it takes and that has data where the shop has, and the
 * alert rules fire when the shop stops. Needs `prometheus`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { watchHealth } from '#domains/system/server/watch-health.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { systemDepsOf } from '#server/jobs/scheduler.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const DEPLOY = 'deploy/monitoring';
const WAIT = { timeout: 60_000, interval: 1_000 };

/** Panels of what this shop does not have: failures, backups, and database nodes. */
const EMPTY = [
  'Age of the last backup',
  'Failed runs of jobs',
  'Stuck jobs',
  'Backups that cannot be trusted: could not be restored or differs',
  'Backups that cannot be trusted: differences',
  'Database nodes: running',
  'Database nodes: confirm commits',
  'Database nodes: leader',
  'Database nodes: etcd',
];

const dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string(), legendFormat: z.string().optional() })).default([]) }),
  ),
});
const answer = z.object({ status: z.literal('success'), data: z.object({ result: z.array(z.unknown()) }) });
const alerts = z.object({ data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }) });

let shop: TestShop;
let folder = '';
let prometheus: ChildProcess;
let address = '';
let hasStopped = false;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  await shop.call(cartContract).create({ productId: 1, offer: { offerId: 'one' } });
  await paidOrder(shop, [1]);
  await watchHealth(systemDepsOf(shop.running.services), true);
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-prometheus-'));
  const [config, rules] = await Promise.all(['prometheus.yaml', 'rules.yaml'].map((name) => readFile(join(DEPLOY, name), 'utf8')));
  await writeFile(
    join(folder, 'prometheus.yml'),
    (config ?? '').replaceAll('_interval: 15s', '_interval: 1s').replace('127.0.0.1:3000', `127.0.0.1:${shop.running.port}`),
  );
  await writeFile(join(folder, 'rules.yaml'), (rules ?? '').replaceAll(/for: \d+m/g, 'for: 1s'));
  const port = await freePort();
  address = `http://127.0.0.1:${port}/api/v1`;
  prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
}, 300_000);
afterAll(async () => {
  if (prometheus?.exitCode === null) {
    prometheus.kill('SIGKILL');
    await once(prometheus, 'exit');
  }
  if (!hasStopped) await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (path: string): Promise<unknown> => (await fetch(`${address}/${path}`)).json();
/** Returns how many series an expression has. Fails if Prometheus does not take it. */
const countSeries = async (expr: string): Promise<number> =>
  answer.parse(await ask(`query?query=${encodeURIComponent(expr)}`)).data.result.length;
const firing = async (): Promise<string[]> => {
  const found = alerts.parse(await ask('alerts')).data.alerts;
  return found.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '');
};

test('every panel of the dashboard is a query that has data where the shop has', async () => {
  const { panels } = dashboard.parse(JSON.parse(await readFile(join(DEPLOY, 'dashboard.json'), 'utf8')));
  const queries = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ name: targets.length > 1 ? `${title}: ${legendFormat}` : title, expr })),
  );
  const listEmpty = async (): Promise<string[]> => {
    const counts = await Promise.all(queries.map(async ({ name, expr }) => ({ name, count: await countSeries(expr) })));
    return counts.filter(({ count }) => count === 0).map(({ name }) => name);
  };

  // A rate needs two scrapes.
  await expect.poll(listEmpty, WAIT).toEqual(EMPTY);
});

test('fires ShopDown when the shop stops, and not before', async () => {
  expect(await firing()).not.toContain('ShopDown');

  hasStopped = true;
  await shop.stop();

  await expect.poll(firing, WAIT).toContain('ShopDown');
});
