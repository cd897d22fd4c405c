/**
 * Debian's Prometheus scrapes a shop: every panel of the dashboard is a query that it takes and that has data where the shop has, and the
 * alert rules fire when the shop stops. Debian's Alertmanager emails the alert. Needs `prometheus` and `prometheus-alertmanager`.
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
import { type MailServer, startMailServer } from '#tests/fixtures/fake-smtp-server.ts';
import { readGuideBlocks, run } from '#tests/fixtures/guide-blocks.ts';
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
let mail: MailServer;
const programs: ChildProcess[] = [];
let address = '';
let alertmanager = '';
let hasStopped = false;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  await shop.call(cartContract).create({ productId: 1, offer: { offerId: 'one' } });
  await paidOrder(shop, [1]);
  await watchHealth(systemDepsOf(shop.running.services), true);
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-prometheus-'));
  mail = await startMailServer();
  const [port, alertPort] = [await freePort(), await freePort()];
  const copy = async (name: string, edit: (text: string) => string): Promise<string> => {
    await writeFile(join(folder, name), edit(await readFile(join(DEPLOY, name), 'utf8')));
    return join(folder, name);
  };
  // Longer than until the first scrape: before it, the shop is absent.
  await copy('rules.yaml', (text) => text.replaceAll(/for: \d+m/g, 'for: 5s'));
  const config = await copy('prometheus.yaml', (text) =>
    text
      .replaceAll('_interval: 15s', '_interval: 1s')
      .replace('127.0.0.1:3000', `127.0.0.1:${shop.running.port}`)
      .replace('127.0.0.1:9093', `127.0.0.1:${alertPort}`),
  );
  const routes = await copy('alertmanager.yaml', (text) =>
    text
      .replace('localhost:25', new URL(mail.url).host)
      .replace('# smtp_require_tls', 'smtp_require_tls')
      .replace('group_wait: 30s', 'group_wait: 1s')
      .replace('group_interval: 5m', 'group_interval: 1s'),
  );
  address = `http://127.0.0.1:${port}/api/v1`;
  alertmanager = `http://127.0.0.1:${alertPort}`;
  const start = (program: string, ...args: readonly string[]): void => void programs.push(spawn(program, args, { stdio: 'ignore' }));
  start(
    'prometheus-alertmanager',
    `--config.file=${routes}`,
    `--storage.path=${join(folder, 'alerts')}`,
    `--web.listen-address=127.0.0.1:${alertPort}`,
    '--cluster.listen-address=',
  );
  start('prometheus', `--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`);
}, 300_000);
afterAll(async () => {
  for (const program of programs)
    if (program.exitCode === null) {
      program.kill('SIGKILL');
      await once(program, 'exit');
    }
  await mail?.stop();
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

/** The addresses that got an email about an alert. */
const emailedOf = (alert: string): string[] =>
  mail.taken.filter((text) => text.includes(alert)).map((text) => /^To: (.+)$/m.exec(text)?.[1]?.trim() ?? '');

test.each([
  ['page', 'on-call@shop.example'],
  ['ticket', 'operations@shop.example'],
])('emails a test alert of the guide with the severity %s to %s', async (severity, recipient) => {
  const block = (await readGuideBlocks(['operating'])).find(({ text }) => text.startsWith('amtool alert add'));
  const name = `TestOf${severity}`;
  const command = (block?.text ?? '')
    .replace('TestOfAlerts', name)
    .replace('severity=page', `severity=${severity}`)
    .replace('http://127.0.0.1:9093', alertmanager);

  const { status, output } = run('bash', ['-c', command]);

  expect(status, output).toBe(0);
  await expect.poll(() => emailedOf(name), WAIT).toEqual([recipient]);
});

test('fires ShopDown when the shop stops, not before, and emails whoever is on call', async () => {
  expect(await firing()).not.toContain('ShopDown');
  expect(emailedOf('ShopDown')).toEqual([]);

  hasStopped = true;
  await shop.stop();

  await expect.poll(firing, WAIT).toContain('ShopDown');
  await expect.poll(() => emailedOf('ShopDown'), WAIT).toContain('on-call@shop.example');
});
