/** What traces and metrics share: who sends them, and where errors of the SDK go. Imported only if a collector is configured. */
import { hostname } from 'node:os';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { loggingErrorHandler, setGlobalErrorHandler } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import type { TelemetryOptions } from './telemetry.ts';

/** Time in ms between two reports of errors. */
const REPORT_INTERVAL_MS = 60_000;

/** Passes on an error at most once a minute: a collector that is down fails every few seconds. */
function reportSometimes(onError: (error: Error) => void): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < REPORT_INTERVAL_MS) return;
    last = performance.now();
    onError(error instanceof Error ? error : new Error(String(error)));
  };
}

export interface TelemetrySdk {
  /** Describes this process to the collector. */
  readonly resource: Resource;
  close(): void;
}

/** @param onError called, at most once a minute, if something could not be sent */
export function openSdk(options: TelemetryOptions, version: string, onError: (error: Error) => void): TelemetrySdk {
  const report = reportSometimes(onError);
  setGlobalErrorHandler(report);
  // The SDK logs here what it does not report as an error: an export that took too long, or that the collector took a part of.
  const log = (...words: readonly unknown[]): void => report(words.map(String).join(' '));
  const logs = { error: log, warn: log, info() {}, debug() {}, verbose() {} };
  diag.setLogger(logs, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  return {
    resource: defaultResource()
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(
        resourceFromAttributes({
          'service.name': options.OTEL_SERVICE_NAME,
          'service.version': version,
          'service.instance.id': `${hostname()}:${process.pid}`,
          'cellardoor.role': options.SHOP_ROLE,
        }),
      ),
    close() {
      setGlobalErrorHandler(loggingErrorHandler());
      diag.disable();
    },
  };
}
