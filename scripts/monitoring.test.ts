/** Compares the dashboard, the alert rules, their tests and the operator's guide with each other and with the metrics of the shop. */
import { readFile } from 'node:fs/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { METRICS, type MetricDefinition } from '#server/metrics/metric-table.ts';

const read = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

/** Names of all series that a process answers. A histogram answers three. */
function seriesNames(): ReadonlySet<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const own = Object.entries<MetricDefinition>(METRICS).flatMap(([name, { type }]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set([...own, ...registry.getMetricsAsArray().map(({ name }) => name)]);
}

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      type: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number() }),
      targets: z.array(z.object({ expr: z.string().min(1) })).default([]),
    }),
  ),
});

const METRIC_NAME = /\b(?:cellardoor|nodejs|process)_[a-z0-9_]+/g;
const alertsIn = (rules: string): readonly string[] => [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

test.each(['deploy/monitoring/dashboard.json', 'deploy/monitoring/rules.yaml', 'deploy/monitoring/rules.test.yaml'])(
  '%s names only metrics that the shop answers',
  async (path) => {
    const names = seriesNames();

    const used = [...new Set((await read(path)).match(METRIC_NAME) ?? [])];

    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  },
);

test('the operator’s guide names only metrics that the shop answers', async () => {
  const names = seriesNames();

  const used = (await read('docs/guides/operating.md')).match(METRIC_NAME) ?? [];

  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

test('every alert has a section in the guide, which its annotation names', async () => {
  const [rules, guide] = await Promise.all([read('deploy/monitoring/rules.yaml'), read('docs/guides/operating.md')]);

  const alerts = alertsIn(rules);
  const sections = [...guide.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
  const links = [...rules.matchAll(/runbook: docs\/guides\/operating\.md#(\w+)/g)].map(([, anchor]) => anchor);

  expect(sections).toEqual(alerts);
  expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
});

test('every alert has a test that it fires and one that it is silent', async () => {
  const [rules, ...tests] = await Promise.all(
    ['rules.yaml', 'rules.test.yaml', 'weeks.test.yaml'].map((name) => read(`deploy/monitoring/${name}`)),
  );

  const names = [...tests.join('\n').matchAll(/- name: (.+)/g)].map(([, name = '']) => name);
  const expected = alertsIn(rules ?? '').flatMap((alert) => [`${alert} fires`, `${alert} is silent`]);

  expect(expected.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !expected.some((start) => name === start || name.startsWith(`${start} `)))).toEqual([]);
});

test('alerts and the dashboard know every call of carts and checkout, and no other', async () => {
  const files = await Promise.all(['deploy/monitoring/rules.yaml', 'deploy/monitoring/dashboard.json'].map(read));
  const calls = [cartContract, checkoutContract, oneClickContract].flatMap((contract) => Object.values(contract).map(({ path }) => path));
  const others = [
    '/',
    '/wines/:slug',
    '/api/order',
    '/api/wine-clubs/join',
    '/api/search-key',
    '/api/account/profile',
    '/office/v1/orders',
  ];

  const patterns = files.map((text) => [...text.matchAll(/route=~\\?"(.+?)\\?"/g)].map(([, pattern = '']) => pattern));

  expect(patterns.map(({ length }) => length)).toEqual([2, 1]);
  // Prometheus compares the whole value.
  for (const pattern of patterns.flat())
    expect([...calls, ...others].filter((path) => new RegExp(`^(?:${pattern})$`).test(path))).toEqual(calls);
});

test('panels of the dashboard do not overlap, and each has a query', async () => {
  const { panels } = dashboardSchema.parse(JSON.parse(await read('deploy/monitoring/dashboard.json')));

  const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
  expect(new Set(places).size).toBe(places.length);
  expect(panels.filter(({ type, targets }) => type !== 'row' && targets.length === 0)).toEqual([]);
});
