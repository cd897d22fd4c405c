/** Makes traces with the SDK of OpenTelemetry. Imported only if a collector is configured. */
import { context, defaultTextMapGetter, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { endWithError } from './end-with-error.ts';
import { traceOutgoingRequests } from './outgoing-requests.ts';
import type { TelemetryOptions, Tracing } from './telemetry.ts';

const KINDS = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Returns the sampler of a standard name. */
function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TelemetryOptions): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  switch (name) {
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: root.always_on() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: root.always_off() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: root.traceidratio() });
    default:
      return root[name]();
  }
}

export interface TracingPlan {
  readonly resource: Resource;
  readonly version: string;
  /** The whole address that spans are sent to. */
  readonly endpoint: string;
}

/** Opens the pipeline: spans are sent in batches in the background, and dropped if the collector does not take them in time. */
export function openTracing(options: TelemetryOptions, { resource, version, endpoint }: TracingPlan): Tracing {
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: endpoint }) });
  const provider = new TracerProvider({ resource, sampler: samplerOf(options), spanProcessors: [processor] });
  const tracer = provider.getTracer('cellardoor', version);
  const propagator = new W3CTraceContextPropagator();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const endOutgoing = traceOutgoingRequests(tracer, propagator);

  return {
    run(plan, work) {
      if (plan.needsParent && trace.getActiveSpan() === undefined) return work();
      const span = tracer.startSpan(plan.name, { kind: KINDS[plan.kind], ...(plan.attributes && { attributes: plan.attributes }) });
      return context.with(trace.setSpan(context.active(), span), work).then(
        (result) => {
          span.end();
          return result;
        },
        (error: unknown) => {
          endWithError(span, error);
          throw error;
        },
      );
    },
    serve(request, response, respond) {
      const parent = propagator.extract(context.active(), request.headers, defaultTextMapGetter);
      const method = request.method ?? 'GET';
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, parent);
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode);
        if (!response.writableFinished) span.setAttribute('error.type', 'aborted');
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(parent, span), respond);
    },
    describeRequest(name, attributes) {
      trace.getActiveSpan()?.updateName(name).setAttributes(attributes);
    },
    bind: (work) => context.bind(context.active(), work),
    fields() {
      const span = trace.getActiveSpan()?.spanContext();
      return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
    },
    async close() {
      endOutgoing();
      context.disable();
      await provider.shutdown();
    },
  };
}
