import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { endpointsOf, inSpan, inStatementSpan, isTracing, startTelemetry, traceFields } from './telemetry.ts';

const load = vi.hoisted(() => vi.fn());
vi.mock('./open-sdk.ts', () => {
  load();
  return { openSdk: () => ({ resource: {}, close: () => {} }) };
});
vi.mock('./open-tracing.ts', () => {
  load();
  return { openTracing: () => ({ fields: () => ({ trace_id: 'a', span_id: 'b' }), close: () => new Promise(() => {}) }) };
});
const openMetrics = vi.hoisted(() => vi.fn(() => async () => {}));
vi.mock('./open-metrics.ts', () => ({ openMetrics }));
afterEach(() => {
  vi.useRealTimers();
  openMetrics.mockClear();
});

const BASE = 'http://collector:4318';

test.each([
  { variables: {}, traces: null, metrics: null },
  { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: BASE }, traces: `${BASE}/v1/traces`, metrics: null },
  {
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/shop/' },
    traces: 'https://otlp.example/shop/v1/traces',
    metrics: null,
  },
  {
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: BASE, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces/in' },
    traces: 'http://traces/in',
    metrics: null,
  },
  {
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: BASE, OTEL_METRICS_EXPORTER: 'otlp' },
    traces: `${BASE}/v1/traces`,
    metrics: `${BASE}/v1/metrics`,
  },
  {
    variables: { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://metrics/in', OTEL_METRICS_EXPORTER: 'otlp' },
    traces: null,
    metrics: 'http://metrics/in',
  },
])('sends traces to $traces and metrics to $metrics', ({ variables, traces, metrics }) => {
  expect(endpointsOf(readConfig(variables))).toEqual({ traces, metrics });
});

test('rejects OTLP metrics without an endpoint at the start', () => {
  expect(() => readConfig({ OTEL_METRICS_EXPORTER: 'otlp' })).toThrow('Set OTEL_EXPORTER_OTLP_ENDPOINT too');
});

test('loads nothing of OpenTelemetry without a collector, and runs work as it is', async () => {
  const telemetry = await startTelemetry(readConfig({}), '1.0.0', () => {});
  const work = async () => 'done';

  expect([load.mock.calls.length, isTracing(), traceFields()]).toEqual([0, false, {}]);
  await expect(inSpan({ name: 'work', kind: 'internal' }, work)).resolves.toBe('done');
  await expect(inStatementSpan('COMMIT', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await telemetry.sendMetrics(async () => []);
  await telemetry.close();
  expect([load.mock.calls.length, openMetrics.mock.calls.length]).toEqual([0, 0]);
});

test.each([
  { exporter: 'none', sent: [] },
  { exporter: 'otlp', sent: [{ endpoint: `${BASE}/v1/metrics`, intervalMs: 60_000, resource: {}, version: '1.0.0' }] },
])('sends metrics to the collector with OTEL_METRICS_EXPORTER=$exporter: $sent.length', async ({ exporter, sent }) => {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: BASE,
    OTEL_EXPORTER_OTLP_ENDPOINT: BASE,
    OTEL_METRICS_EXPORTER: exporter,
  });
  vi.useFakeTimers();
  const telemetry = await startTelemetry(config, '1.0.0', () => {});

  await telemetry.sendMetrics(async () => []);
  const closed = telemetry.close();
  await vi.advanceTimersByTimeAsync(2_000);
  await closed;

  expect(openMetrics.mock.calls.map(([plan]: unknown[]) => plan)).toEqual(sent);
});

test('stops after two seconds if the collector does not take the last spans', async () => {
  vi.useFakeTimers();
  const telemetry = await startTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }), '1.0.0', () => {});
  const fields = traceFields();

  const stopped = telemetry.close();
  await vi.advanceTimersByTimeAsync(2_000);
  await stopped;

  expect([fields, isTracing()]).toEqual([{ trace_id: 'a', span_id: 'b' }, false]);
});

test.each([
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'collector:4318', allowed: 'an http(s) address' },
  { name: 'OTEL_METRICS_EXPORTER', value: 'prometheus', allowed: 'one of none, otlp' },
  { name: 'OTEL_METRIC_EXPORT_INTERVAL', value: '10', allowed: 'a whole number of milliseconds from 1000' },
  { name: 'OTEL_TRACES_SAMPLER', value: 'some', allowed: 'one of always_on' },
  { name: 'OTEL_TRACES_SAMPLER_ARG', value: '2', allowed: 'a number from 0 to 1' },
])('rejects $name=$value at the start', ({ name, value, allowed }) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is '${value}'. It must be ${allowed}`);
});
