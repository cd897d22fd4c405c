import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { inSpan, inStatementSpan, isTracing, startTelemetry, traceFields, tracesEndpoint } from './telemetry.ts';

const load = vi.hoisted(() => vi.fn());
vi.mock('./open-tracing.ts', () => {
  load();
  return { openTracing: () => ({ fields: () => ({ trace_id: 'a', span_id: 'b' }), close: () => new Promise(() => {}) }) };
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  { variables: {}, endpoint: null },
  { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, endpoint: 'http://collector:4318/v1/traces' },
  { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/shop/' }, endpoint: 'https://otlp.example/shop/v1/traces' },
  {
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces/in' },
    endpoint: 'http://traces/in',
  },
])('sends traces to $endpoint', ({ variables, endpoint }) => {
  expect(tracesEndpoint(readConfig(variables))).toBe(endpoint);
});

test('loads nothing of OpenTelemetry without a collector, and runs work as it is', async () => {
  const stop = await startTelemetry(readConfig({}), '1.0.0', () => {});
  const work = async () => 'done';

  expect([load.mock.calls.length, isTracing(), traceFields()]).toEqual([0, false, {}]);
  await expect(inSpan({ name: 'work', kind: 'internal' }, work)).resolves.toBe('done');
  await expect(inStatementSpan('COMMIT', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await stop();
});

test('stops after two seconds if the collector does not take the last spans', async () => {
  vi.useFakeTimers();
  const stop = await startTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }), '1.0.0', () => {});
  const fields = traceFields();

  const stopped = stop();
  await vi.advanceTimersByTimeAsync(2_000);
  await stopped;

  expect([fields, isTracing()]).toEqual([{ trace_id: 'a', span_id: 'b' }, false]);
});

test.each([
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'collector:4318', allowed: 'an http(s) address' },
  { name: 'OTEL_TRACES_SAMPLER', value: 'some', allowed: 'one of always_on' },
  { name: 'OTEL_TRACES_SAMPLER_ARG', value: '2', allowed: 'a number from 0 to 1' },
])('rejects $name=$value at the start', ({ name, value, allowed }) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is '${value}'. It must be ${allowed}`);
});
