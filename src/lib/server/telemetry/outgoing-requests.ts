/**
 * Makes a span of every outgoing HTTP request of a traced request or job, and passes the trace on in the header `traceparent`. Node.js
 * announces requests on diagnostics channels, whoever sends them: `fetch`, the SDK of a gateway, the client of S3. Paths may contain
 * ids, so spans have method and host only.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest, IncomingMessage } from 'node:http';
import {
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type TextMapSetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';
import { endWithError } from './end-with-error.ts';

/** The part of a request of `fetch` that is used. */
interface FetchRequest {
  readonly origin: string | URL;
  readonly method: string;
  addHeader(name: string, value: string): unknown;
}

const isFetchRequest = (request: unknown): request is FetchRequest =>
  request instanceof Object &&
  'origin' in request &&
  'method' in request &&
  'addHeader' in request &&
  typeof request.addHeader === 'function' &&
  typeof request.method === 'string' &&
  (typeof request.origin === 'string' || request.origin instanceof URL);

const propertyOf = (message: unknown, name: string): unknown => (message instanceof Object ? Reflect.get(message, name) : undefined);

const fetchHeaders: TextMapSetter<FetchRequest> = { set: (request, name, value) => void request.addHeader(name, value) };
const httpHeaders: TextMapSetter<ClientRequest> = {
  set(request, name, value) {
    if (!request.headersSent) request.setHeader(name, value);
  },
};

/** Traces outgoing requests. @returns a function that stops it */
export function traceOutgoingRequests(tracer: Tracer, propagator: TextMapPropagator): () => void {
  const spans = new WeakMap<object, Span>();

  function start<Request extends object>(request: Request, method: string, host: string, headers: TextMapSetter<Request>): void {
    const active = context.active();
    // The exporter's own requests are suppressed. What belongs to no trace starts none.
    if (trace.getSpan(active) === undefined || isTracingSuppressed(active)) return;
    const span = tracer.startSpan(method, {
      kind: SpanKind.CLIENT,
      attributes: { 'http.request.method': method, 'server.address': host },
    });
    spans.set(request, span);
    propagator.inject(trace.setSpan(active, span), request, headers);
  }
  const spanOf = (message: unknown): Span | undefined => {
    const request = propertyOf(message, 'request');
    return request instanceof Object ? spans.get(request) : undefined;
  };
  function end(message: unknown, status: unknown): void {
    const span = spanOf(message);
    if (span === undefined || typeof status !== 'number') return;
    span.setAttribute('http.response.status_code', status);
    if (status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
  function fail(message: unknown): void {
    const span = spanOf(message);
    if (span !== undefined) endWithError(span, propertyOf(message, 'error'));
  }

  const handlers: readonly (readonly [channel: string, handle: (message: unknown) => void])[] = [
    [
      'undici:request:create',
      (message) => {
        const request = propertyOf(message, 'request');
        if (isFetchRequest(request)) start(request, request.method, new URL(request.origin).hostname, fetchHeaders);
      },
    ],
    ['undici:request:headers', (message) => end(message, propertyOf(propertyOf(message, 'response'), 'statusCode'))],
    ['undici:request:error', fail],
    [
      'http.client.request.created',
      (message) => {
        const request = propertyOf(message, 'request');
        if (request instanceof ClientRequest) start(request, request.method, request.host, httpHeaders);
      },
    ],
    [
      'http.client.response.finish',
      (message) => {
        const response = propertyOf(message, 'response');
        if (response instanceof IncomingMessage) end(message, response.statusCode);
      },
    ],
    ['http.client.request.error', fail],
  ];
  for (const [channel, handle] of handlers) subscribe(channel, handle);
  return () => {
    for (const [channel, handle] of handlers) unsubscribe(channel, handle);
  };
}
