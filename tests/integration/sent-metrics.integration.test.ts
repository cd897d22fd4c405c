/** Metrics of the real server, as a collector gets them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTracing } from '#lib/server/telemetry/telemetry.ts';
import { METRICS, type MetricDefinition } from '#server/metrics/metric-table.ts';
import { type CollectedMetric, startTestCollector, type TestCollector } from '#tests/fixtures/collector.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const PATH = '/v1/metrics';
const variablesFor = ({ url }: TestCollector, interval: string) => ({
  OTEL_METRICS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${url}${PATH}`,
  OTEL_METRIC_EXPORT_INTERVAL: interval,
});
/** Longer than any test, so that only a stop sends a report. */
const NEVER = '3600000';

let collector: TestCollector;
let shop: TestShop;
beforeAll(async () => {
  collector = await startTestCollector();
  shop = await createTestShop(variablesFor(collector, '1000'));
});
afterAll(async () => {
  await shop?.stop();
  await collector?.stop();
});

const lastReport = (): readonly CollectedMetric[] => collector.reports().at(-1) ?? [];
const pointsOf = (report: readonly CollectedMetric[], name: string) => report.find((metric) => metric.name === name)?.points ?? [];
const countVisits = (report: readonly CollectedMetric[], route: string): number | undefined =>
  pointsOf(report, 'cellardoor_http_request_duration_seconds').find(({ labels }) => labels.route === route)?.value;

/** Types by name of the metrics that `/metrics` answers with a value. */
async function answeredTypes(): Promise<Map<string, string>> {
  const { text } = await shop.get('/metrics');
  const types = Object.entries<MetricDefinition>(METRICS).map(([name, { type }]) => [name, type] as const);
  // NaN is no value: the folder of the disk may not be there.
  return new Map(types.filter(([name]) => new RegExp(`^${name}(?:_count)?(?:\\{.*\\})? (?!nan)`, 'im').test(text)));
}

test('sends every metric that has a value, and no trace without an address for traces', async () => {
  const expected = await answeredTypes();
  expect(expected.size).toBeGreaterThan(30);

  const sentTypes = () => new Map(lastReport().map(({ name, type }) => [name, type]));
  await expect.poll(() => [...expected].filter(([name, type]) => sentTypes().get(name) !== type)).toEqual([]);
  expect(isTracing()).toBe(false);
});

test('sends the same values as it answers, and names jobs as Prometheus does', async () => {
  await shop.get('/security.txt');
  await expect.poll(() => countVisits(lastReport(), '/security.txt')).toBe(1);

  const { text } = await shop.get('/metrics');
  expect(text).toContain('cellardoor_http_request_duration_seconds_count{method="GET",route="/security.txt",status="3xx"} 1\n');
  const [build] = pointsOf(lastReport(), 'cellardoor_build_info');
  expect(text).toContain(`cellardoor_build_info{version="${build?.labels.version}",role="all"} ${build?.value}\n`);
  await expect.poll(() => pointsOf(lastReport(), 'cellardoor_orders_last_hour').map(({ labels }) => labels.market)).toEqual(['AU', 'SG']);
  await expect.poll(() => pointsOf(lastReport(), 'cellardoor_job_stuck').map(({ labels }) => labels.exported_job)).toContain('sum-sales');
});

test('sends the last totals before it stops', async () => {
  const last = await startTestCollector();
  const stopping = await createTestShop(variablesFor(last, NEVER));
  await stopping.get('/security.txt');
  await stopping.stop();

  await expect.poll(() => last.reports().map((report) => countVisits(report, '/security.txt'))).toEqual([1]);
  await last.stop();
});

test('stops while the collector does not answer', async () => {
  const silent = await startTestCollector(false);
  const stopping = await createTestShop(variablesFor(silent, NEVER));

  await stopping.stop();

  expect(silent.received).toEqual([PATH]);
  await silent.stop();
});
