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

const address = z.url({ protocol: /^https?$/ });

export const TELEMETRY_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: address,
    default: undefined,
    allowed: 'an http(s) address',
    description:
      'OpenTelemetry collector that gets traces by OTLP over HTTP with JSON, at `/v1/traces` below this address. Without it, no traces are made. `OTEL_EXPORTER_OTLP_HEADERS`, `…_TIMEOUT`, `…_COMPRESSION`, `…_CERTIFICATE` and `OTEL_RESOURCE_ATTRIBUTES` work as OpenTelemetry specifies.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: address,
    default: undefined,
    allowed: 'an http(s) address',
    description: 'The whole address for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().min(1).max(100),
    default: 'cellardoor',
    allowed: 'up to 100 characters',
    description: 'Name of the shop in traces.',
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
