/** Turns metrics of the Prometheus client into those of OpenTelemetry. */
import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData, type MetricDescriptor } from '@opentelemetry/sdk-metrics';
import { z } from 'zod';

const value = z.object({
  // NaN and Infinity too, which `z.number` rejects.
  value: z.custom<number>((input) => typeof input === 'number'),
  labels: z.record(z.string(), z.union([z.string(), z.number()])),
  metricName: z.string().optional(),
});
type Value = z.output<typeof value>;

/** Metrics as the client returns them. Its types name other values of `type`. */
const metricList = z.array(
  z.object({ name: z.string(), help: z.string(), type: z.enum(['counter', 'gauge', 'histogram']), values: z.array(value) }),
);

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];

/** Returns the unit that a name ends with. Prometheus adds `_ratio` to names of gauges with the unit 1, so the others have none. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  if (/_bytes(_total)?$/.test(name)) return 'By';
  return name.endsWith('_ratio') ? '1' : '';
}

const descriptorOf = ({ name, help }: { readonly name: string; readonly help: string }): MetricDescriptor => ({
  name,
  description: help,
  unit: unitOf(name),
  valueType: ValueType.DOUBLE,
});

/** Returns labels as Prometheus stores them after a scrape: it writes the name of the service to `job`. */
const attributesOf = ({ job, ...labels }: Value['labels']): Value['labels'] =>
  job === undefined ? labels : { ...labels, exported_job: job };

/** Groups values of a histogram by their labels without the bound. */
function seriesOf(values: readonly Value[]) {
  const series = new Map<string, { readonly labels: Value['labels']; readonly values: Value[] }>();
  for (const each of values) {
    const { le: _, ...labels } = each.labels;
    const key = JSON.stringify(labels);
    const found = series.get(key) ?? { labels, values: [] };
    found.values.push(each);
    series.set(key, found);
  }
  return [...series.values()];
}

/** One series of a histogram. The client counts all values up to a bound, OpenTelemetry those between two. */
function toHistogram(name: string, values: readonly Value[]) {
  const bounds = values.filter(({ metricName }) => metricName === `${name}_bucket`);
  const boundaries = bounds.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
  const counts = bounds.map((bound, index) => bound.value - (bounds[index - 1]?.value ?? 0));
  const totalOf = (suffix: string): number => values.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
  return { buckets: { boundaries, counts }, count: totalOf('count'), sum: totalOf('sum') };
}

/**
 * Converts metrics. Values that are not numbers, such as the space of a missing disk, are left out, and metrics without a value.
 * @param metrics what `getMetricsAsJSON` of the client returns
 * @param startedAt when its totals began, ms since 1970; null if nobody knows
 * @param now when the metrics were read, ms since 1970
 */
export function toMetricData(metrics: unknown, startedAt: number | null, now: number): MetricData[] {
  const times = { startTime: toHrTime(startedAt ?? 0), endTime: toHrTime(now) };
  const pointsOf = (values: readonly Value[]) =>
    values
      .filter((each) => Number.isFinite(each.value))
      .map((each) => ({ ...times, attributes: attributesOf(each.labels), value: each.value }));
  const converted = metricList.parse(metrics).map((metric): MetricData => {
    const common = { descriptor: descriptorOf(metric), aggregationTemporality: AggregationTemporality.CUMULATIVE };
    if (metric.type === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: pointsOf(metric.values) };
    if (metric.type === 'counter')
      return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: pointsOf(metric.values) };
    const dataPoints = seriesOf(metric.values).map(({ labels, values }) => ({
      ...times,
      attributes: attributesOf(labels),
      value: toHistogram(metric.name, values),
    }));
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  });
  return converted.filter(({ dataPoints }) => dataPoints.length > 0);
}
