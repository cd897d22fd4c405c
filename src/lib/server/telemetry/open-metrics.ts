/** Sends metrics with the SDK of OpenTelemetry. Imported only if they are to be sent to a collector. */
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, type MetricProducer, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { ReadMetrics } from './telemetry.ts';
import { toMetricData } from './to-metric-data.ts';

export interface MetricsPlan {
  readonly resource: Resource;
  readonly version: string;
  /** The whole address that metrics are sent to. */
  readonly endpoint: string;
  readonly intervalMs: number;
}

/** Default of OpenTelemetry, ms. An export has to end before the next one. */
const EXPORT_TIMEOUT_MS = 30_000;

/**
 * Sends what `read` returns after each interval. What is not sent in time is left out: the next export has the new totals.
 * @returns a function that sends the last totals and stops
 */
export function openMetrics({ resource, version, endpoint, intervalMs }: MetricsPlan, read: ReadMetrics): () => Promise<void> {
  const producer: MetricProducer = {
    async collect() {
      const measured = await read();
      const metrics = await Promise.all(
        measured.map(async ({ registry, startedAt }) => toMetricData(await registry.getMetricsAsJSON(), startedAt, Date.now())),
      );
      const scopeMetrics = [{ scope: { name: 'cellardoor', version }, metrics: metrics.flat() }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: endpoint }),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, intervalMs),
    metricProducers: [producer],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown();
}
