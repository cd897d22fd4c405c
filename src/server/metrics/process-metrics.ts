/** Metrics that this process counts while it works, wherever the work is done. */
import type { Registry } from 'prom-client';
import { createCounter, createHistogram } from './create-metrics.ts';

const gatewayCalls = createHistogram('cellardoor_gateway_call_duration_seconds');
const sentMail = createHistogram('cellardoor_mail_send_duration_seconds');
const jobRuns = createHistogram('cellardoor_job_duration_seconds');
const jobFailures = createCounter('cellardoor_job_failures_total');
const purgedRows = createCounter('cellardoor_purged_rows_total');

/** Observes a call of the payment gateway. */
export const observeGatewayCall = (gateway: string, call: string, outcome: 'ok' | 'error', ms: number): void =>
  gatewayCalls.observe({ gateway, call, outcome }, ms / 1_000);

/** Observes an attempt to send an email. */
export const observeMail = (outcome: 'sent' | 'suppressed' | 'error', ms: number): void => sentMail.observe({ outcome }, ms / 1_000);

/** Observes a run of a job, scheduled or of a queue. */
export function observeJob(job: string, hasFailed: boolean, ms: number): void {
  jobRuns.observe({ job }, ms / 1_000);
  jobFailures.inc({ job }, hasFailed ? 1 : 0);
}

/** Counts rows that a job deleted by age. */
export const countPurged = (job: string, rows: number): void => purgedRows.inc({ job }, rows);

export function registerProcessMetrics(registry: Registry): void {
  for (const metric of [gatewayCalls, sentMail, jobRuns, jobFailures, purgedRows]) registry.registerMetric(metric);
}
