/**
 * Traces of requests, statements, jobs and outgoing calls, and metrics for a collector. The rest of the code knows these functions and no
 * package of OpenTelemetry. Until `startTelemetry` has found a collector to send to, they run what they are given and nothing else
 * (docs/decisions/0181-traces.md).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { ProcessRole } from '#lib/process-roles.ts';
import type { METRICS_EXPORTERS, SAMPLERS } from '../telemetry-variables.ts';

/** Attributes of a span: names from the code, hosts and status codes. Never personal data, ids or values of statements. */
export type SpanAttributes = Readonly<Record<string, string>>;

export interface SpanPlan {
  /** One of few names, all known beforehand. */
  readonly name: string;
  /** `client`: waits for another system. `internal`: work of this process. */
  readonly kind: 'client' | 'internal';
  /** True if the span is left out where nothing is traced. */
  readonly needsParent?: boolean;
  readonly attributes?: SpanAttributes;
}

/** Fields of a log line that lead to its trace. */
export type TraceFields = { readonly trace_id: string; readonly span_id: string } | Record<string, never>;

/** What traces are made with. */
export interface Tracing {
  run<T>(plan: SpanPlan, work: () => Promise<T>): Promise<T>;
  serve(request: IncomingMessage, response: ServerResponse, respond: () => void): void;
  describeRequest(name: string, attributes: SpanAttributes): void;
  bind<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result;
  fields(): TraceFields;
  /** Sends what is not sent yet, and stops. */
  close(): Promise<void>;
}

export interface MeasuredMetrics {
  readonly registry: Registry;
  /** When its totals began, ms since 1970; null if nobody knows. */
  readonly startedAt: number | null;
}

/** Reads every metric of this process. */
export type ReadMetrics = () => Promise<readonly MeasuredMetrics[]>;

export interface TelemetryOptions {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined;
  readonly OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: string | undefined;
  readonly OTEL_METRICS_EXPORTER: (typeof METRICS_EXPORTERS)[number];
  /** Time in ms between two exports of metrics. */
  readonly OTEL_METRIC_EXPORT_INTERVAL: number;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER: (typeof SAMPLERS)[number];
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly SHOP_ROLE: ProcessRole;
}

export interface Telemetry {
  /** Sends metrics regularly from now on, if they are to be sent. */
  sendMetrics(read: ReadMetrics): Promise<void>;
  /** Sends the last spans and metrics, and stops. */
  close(): Promise<void>;
}

/** Time in ms that a stopping process gives a collector to take the last spans and metrics. */
const CLOSE_TIMEOUT_MS = 2_000;

let tracing: Tracing | null = null;

type Addresses = Pick<
  TelemetryOptions,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT' | 'OTEL_METRICS_EXPORTER'
>;

/** Returns the addresses that traces and metrics are sent to. Null stands for what is not sent. */
export function endpointsOf(options: Addresses): { readonly traces: string | null; readonly metrics: string | null } {
  const base = options.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const below = (path: string): string | null => (base === undefined ? null : `${base}${path}`);
  return {
    traces: options.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below('/v1/traces'),
    metrics: options.OTEL_METRICS_EXPORTER === 'otlp' ? (options.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? below('/v1/metrics')) : null,
  };
}

/** Closes everything, for as long as a stopping process waits. */
async function closeInTime(work: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([Promise.all(work), timeout]);
  clearTimeout(timer);
}

/**
 * Starts tracing if a collector is configured. Only then are the packages of OpenTelemetry loaded.
 * @param onError called, at most once a minute, if spans or metrics could not be sent
 */
export async function startTelemetry(options: TelemetryOptions, version: string, onError: (error: Error) => void): Promise<Telemetry> {
  const { traces, metrics } = endpointsOf(options);
  if (traces === null && metrics === null) return { sendMetrics: async () => {}, close: async () => {} };
  const { openSdk } = await import('./open-sdk.ts');
  const sdk = openSdk(options, version, onError);
  const common = { resource: sdk.resource, version };
  const closing: (() => Promise<void>)[] = [];
  if (traces !== null) {
    const { openTracing } = await import('./open-tracing.ts');
    const opened = openTracing(options, { ...common, endpoint: traces });
    tracing = opened;
    closing.push(opened.close);
  }
  return {
    async sendMetrics(read) {
      if (metrics === null) return;
      const { openMetrics } = await import('./open-metrics.ts');
      const plan = { ...common, endpoint: metrics, intervalMs: options.OTEL_METRIC_EXPORT_INTERVAL };
      closing.push(openMetrics(plan, read));
    },
    async close() {
      tracing = null;
      await closeInTime(closing.map((close) => close().catch(onError)));
      sdk.close();
    },
  };
}

export const isTracing = (): boolean => tracing !== null;

/** Runs work in a span. An error marks the span and is thrown on. */
export const inSpan = <T>(plan: SpanPlan, work: () => Promise<T>): Promise<T> => (tracing === null ? work() : tracing.run(plan, work));

/** Runs a job in a span. */
export const inJobSpan = <T>(job: string, work: () => Promise<T>): Promise<T> =>
  inSpan({ name: `job ${job}`, kind: 'internal', attributes: { 'cellardoor.job': job } }, work);

/** A statement as the driver gets it: without a configuration it is a command such as COMMIT. */
type TracedStatement = string | { readonly name?: string | undefined; readonly text: string };

/** Returns the name of a statement, or else its first word. Never its text. */
function nameOf(statement: TracedStatement): string {
  if (typeof statement !== 'string' && statement.name !== undefined) return statement.name;
  const text = typeof statement === 'string' ? statement : statement.text;
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';
}

/** Sends a statement at once, in a span with its name if a request or job is traced. */
export function inStatementSpan<T>(statement: TracedStatement, send: () => Promise<T>): Promise<T> {
  if (tracing === null) return send();
  const name = nameOf(statement);
  return tracing.run(
    { name, kind: 'client', needsParent: true, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } },
    send,
  );
}

/** Responds to a request in a span, which continues the trace that the request names and ends with the response. */
export function inRequestSpan(request: IncomingMessage, response: ServerResponse, respond: () => void): void {
  if (tracing === null) respond();
  else tracing.serve(request, response, respond);
}

/** Names the span of the current request by its route. */
export const describeRequest = (name: string, attributes: SpanAttributes): void => tracing?.describeRequest(name, attributes);

/** Binds work that something else starts later to the trace it belongs to. */
export const bindToTrace = <Args extends unknown[], Result>(work: (...args: Args) => Result): ((...args: Args) => Result) =>
  tracing === null ? work : tracing.bind(work);

/** Returns the ids of the current span for a log line. */
export const traceFields = (): TraceFields => tracing?.fields() ?? {};
