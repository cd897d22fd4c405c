/** Metrics of the real server, as a collector gets them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isTracing } from '#lib/server/telemetry/telemetry.ts';
import { METRICS, type MetricDefinition } from '#server/metrics/metric-table.ts';
import { type CollectedMetric, startTestCollector, type TestCollector } from '#tests/fixtures/collector.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const INTERVAL_MS = '1000';

let collector: TestCollector;
let shop: TestShop;
beforeAll(async () => {
  collector = await startTestCollector();
  shop = await createTestShop({
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/v1/metrics`,
    OTEL_METRIC_EXPORT_INTERVAL: INTERVAL_MS,
  });
});
afterAll(async () => {
  await shop?.stop();
  await collector?.stop();
});

const findMetric = (report: readonly CollectedMetric[] | undefined, name: string): CollectedMetric | undefined =>
  report?.find((metric) => metric.name === name);
const countVisits = (report: readonly CollectedMetric[] | undefined, route: string): number | undefined =>
  findMetric(report, 'cellardoor_http_request_duration_seconds')?.points.find(({ labels }) => labels.route === route)?.value;

test('sends every metric of the table, and no trace without an address for traces', async () => {
  await expect.poll(() => collector.reports().length).toBeGreaterThan(0);

  const types = new Map(
    collector
      .reports()
      .at(-1)
      ?.filter(({ name }) => name.startsWith('cellardoor_'))
      .map(({ name, type }) => [name, type]),
  );
  expect(types).toEqual(new Map(Object.entries<MetricDefinition>(METRICS).map(([name, { type }]) => [name, type])));
  expect(isTracing()).toBe(false);
});

test('sends the same values as it answers', async () => {
  await shop.get('/security.txt');
  await expect.poll(() => countVisits(collector.reports().at(-1), '/security.txt')).toBe(1);

  const report = collector.reports().at(-1);
  const { text } = await shop.get('/metrics');
  const build = findMetric(report, 'cellardoor_build_info')?.points[0];
  expect(text).toContain(`cellardoor_build_info{version="${build?.labels.version}",role="all"} ${build?.value}`);
  expect(findMetric(report, 'cellardoor_orders_last_hour')?.points.map(({ labels }) => labels.market)).toEqual(['AU', 'SG']);
});

test('sends the last totals before it stops, and stops with a collector that takes none', async () => {
  const long = { OTEL_METRICS_EXPORTER: 'otlp', OTEL_METRIC_EXPORT_INTERVAL: '3600000' };
  const last = await startTestCollector();
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sending = await createTestShop({ ...long, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${last.url}/v1/metrics` });
  await sending.get('/security.txt');
  await sending.stop();

  expect(last.reports().map((report) => countVisits(report, '/security.txt'))).toEqual([1]);
  await last.stop();

  const unheard = await startTestCollector(false);
  const other = await createTestShop({ ...long, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${unheard.url}/v1/metrics` });
  await other.stop();

  expect(unheard.reports()).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
  await unheard.stop();
});
