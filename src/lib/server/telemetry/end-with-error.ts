import { type Span, SpanStatusCode } from '@opentelemetry/api';

/** Returns what an error is, without its message, which may quote input: SQLSTATE, error code of Node.js, or class. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Ends a span as failed. */
export function endWithError(span: Span, error: unknown): void {
  span.setAttribute('error.type', errorType(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
