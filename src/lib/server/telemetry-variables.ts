/** Variables of OpenTelemetry, with their standard names. */
import { z } from 'zod';
import type { Variable } from './variable-schemas.ts';

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** `none` leaves metrics to a scraper of `/metrics`. */
export const METRICS_EXPORTERS = ['none', 'otlp'] as const;

const address = z.url({ protocol: /^https?$/ });

export const TELEMETRY_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: address,
    default: undefined,
    allowed: 'an http(s) address',
    description:
      'OpenTelemetry collector that gets traces by OTLP over HTTP with JSON, at `/v1/traces` below this address, and metrics at `/v1/metrics` if `OTEL_METRICS_EXPORTER` is `otlp`. Without it, no traces are made. `OTEL_EXPORTER_OTLP_HEADERS`, `…_TIMEOUT`, `…_COMPRESSION`, `…_CERTIFICATE` and `OTEL_RESOURCE_ATTRIBUTES` work as OpenTelemetry specifies.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: address,
    default: undefined,
    allowed: 'an http(s) address',
    description: 'The whole address for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  OTEL_METRICS_EXPORTER: {
    schema: z.enum(METRICS_EXPORTERS),
    default: 'none',
    allowed: `one of ${METRICS_EXPORTERS.join(', ')}`,
    description:
      '`otlp` sends the metrics to the collector as well. Leave it at `none` if something scrapes `/metrics`, or each metric exists twice.',
  },
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: {
    schema: address,
    default: undefined,
    allowed: 'an http(s) address',
    description: 'The whole address for metrics, instead of OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    schema: z.coerce.number().int().min(1_000).max(3_600_000),
    default: '60000',
    allowed: 'a whole number of milliseconds from 1000 to 3600000',
    description: 'Milliseconds between two exports of metrics to the collector.',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().min(1).max(100),
    default: 'cellardoor',
    allowed: 'up to 100 characters',
    description: 'Name of the shop in traces and metrics.',
  },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum(SAMPLERS),
    default: 'parentbased_always_on',
    allowed: `one of ${SAMPLERS.join(', ')}`,
    description: 'Which traces are recorded.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number().min(0).max(1),
    default: '1',
    allowed: 'a number from 0 to 1',
    description: 'Share of traces that `traceidratio` and `parentbased_traceidratio` record.',
  },
} as const satisfies Record<string, Variable>;
