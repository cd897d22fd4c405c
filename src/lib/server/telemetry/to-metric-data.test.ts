import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { toMetricData } from './to-metric-data.ts';

const START = 1_700_000_000_250;
const NOW = START + 60_000;
const TIMES = { startTime: [1_700_000_000, 250_000_000], endTime: [1_700_000_060, 250_000_000] };

/** Converts what the client has counted. */
async function convert(fill: (registers: Registry[]) => void) {
  const registry = new Registry();
  fill([registry]);
  return toMetricData(await registry.getMetricsAsJSON(), START, NOW);
}

test('a counter is a sum that only rises', async () => {
  const [metric] = await convert((registers) => {
    const runs = new Counter({ name: 'wait_seconds_total', help: 'Time waited', labelNames: ['job', 'state'], registers });
    runs.inc({ job: 'send', state: 'idle' }, 2.5);
    runs.inc({ state: 'busy' });
  });

  expect(metric).toMatchObject({
    descriptor: { name: 'wait_seconds_total', description: 'Time waited', unit: 's' },
    dataPointType: 3,
    aggregationTemporality: 1,
    isMonotonic: true,
    dataPoints: [
      { ...TIMES, attributes: { exported_job: 'send', state: 'idle' }, value: 2.5 },
      { ...TIMES, attributes: { state: 'busy' }, value: 1 },
    ],
  });
});

test('a gauge has its last value, and is left out without a number', async () => {
  const metrics = await convert((registers) => {
    new Gauge({ name: 'cache_bytes', help: 'Memory', registers }).set(7);
    new Gauge({ name: 'free_ratio', help: 'Free', registers }).set(0.5);
    new Gauge({ name: 'shop_open', help: 'Open', registers }).set(1);
    new Gauge({ name: 'lag_seconds', help: 'Lag', registers }).set(Number.NaN);
    new Gauge({ name: 'jobs', help: 'Jobs', labelNames: ['queue'], registers });
  });

  expect(metrics.map(({ descriptor }) => [descriptor.name, descriptor.unit])).toEqual([
    ['cache_bytes', 'By'],
    ['free_ratio', '1'],
    ['shop_open', ''],
  ]);
  expect(metrics[0]).toMatchObject({ dataPointType: 2, dataPoints: [{ ...TIMES, attributes: {}, value: 7 }] });
});

test('a histogram counts between its bounds, for each series', async () => {
  const [metric] = await convert((registers) => {
    const durations = new Histogram({ name: 'call_seconds', help: 'Calls', labelNames: ['call'], buckets: [0.1, 1], registers });
    for (const seconds of [0.05, 0.5, 0.6, 30]) durations.observe({ call: 'pay' }, seconds);
    durations.zero({ call: 'refund' });
  });

  expect(metric).toMatchObject({
    descriptor: { unit: 's' },
    dataPointType: 0,
    dataPoints: [
      { ...TIMES, attributes: { call: 'pay' }, value: { buckets: { boundaries: [0.1, 1], counts: [1, 2, 1] }, count: 4, sum: 31.15 } },
      { attributes: { call: 'refund' }, value: { buckets: { boundaries: [0.1, 1], counts: [0, 0, 0] }, count: 0, sum: 0 } },
    ],
  });
});

test('totals of unknown age have no start', () => {
  const values = [{ value: 3, labels: {} }];
  const metrics = toMetricData([{ name: 'deadlocks_total', help: 'Deadlocks', type: 'counter', values }], null, NOW);

  expect(metrics[0]?.dataPoints).toMatchObject([{ startTime: [0, 0], endTime: TIMES.endTime, value: 3 }]);
});
