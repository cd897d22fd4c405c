/**
 * Metrics that are read from the database at a scrape: what waits, what fails, and how the database is. Scrapes within a few seconds
 * share one read. If it fails or takes too long, they are left out of the answer and the metrics of the process are still there.
 */
import { Registry } from 'prom-client';
import { CHECK_STATES, WATCHED_CHECKS } from '#domains/system/model/health.ts';
import { isStuck } from '#domains/system/model/job-state.ts';
import { listChecks, readBackupFacts } from '#domains/system/server/health.repository.ts';
import { listRuns } from '#domains/system/server/job-run.repository.ts';
import {
  countFailedByQueue,
  countRecentOrders,
  measure,
  readDatabaseLoad,
  readOpenWork,
} from '#domains/system/server/measure.repository.ts';
import { listProcesses } from '#domains/system/server/process.repository.ts';
import { waitingJobs } from '#domains/system/server/queue.repository.ts';
import type { SystemDeps } from '#domains/system/server/system-deps.ts';
import { runsTask } from '#lib/process-roles.ts';
import { MARKETS } from '#markets/market.ts';
import { createCounter, createGauge } from './create-metrics.ts';

/** Time in ms for which a read is used again. */
const CACHE_MS = 5_000;
/** Time in ms that a read may take, with waiting for a connection. Prometheus gives up after ten seconds. */
const TIMEOUT_MS = 5_000;

const readFigures = ({ database, queues, isOpen }: SystemDeps) =>
  measure(database, async (transaction) => {
    const [load, work, orders, waiting, failed, runs, checks, backup, processes] = await Promise.all([
      readDatabaseLoad(transaction),
      readOpenWork(transaction),
      countRecentOrders(transaction, MARKETS),
      waitingJobs(transaction, queues),
      countFailedByQueue(transaction, queues),
      listRuns(transaction),
      listChecks(transaction),
      readBackupFacts(transaction, isOpen()),
      listProcesses(transaction),
    ]);
    return { load, work, orders, waiting, failed, runs, checks, backup, processes };
  });

type Figures = Awaited<ReturnType<typeof readFigures>>;

async function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The figures took too long.')), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Creates the metrics of the shop's database.
 * @returns a function that reads them for a scrape and never rejects. It returns null if they could not be read.
 */
export function createShopFigures(deps: SystemDeps): () => Promise<Registry | null> {
  const registry = new Registry();
  const gauges = {
    jobStuck: createGauge('cellardoor_job_stuck', registry),
    jobFinished: createGauge('cellardoor_job_last_finished_timestamp_seconds', registry),
    queueWaiting: createGauge('cellardoor_queue_waiting_jobs', registry),
    queueOldest: createGauge('cellardoor_queue_oldest_seconds', registry),
    queueFailed: createGauge('cellardoor_queue_failed_jobs', registry),
    queueGivenUp: createGauge('cellardoor_queue_given_up_jobs', registry),
    webhooks: createGauge('cellardoor_webhooks_waiting', registry),
    webhooksOldest: createGauge('cellardoor_webhooks_oldest_seconds', registry),
    webhooksFailed: createGauge('cellardoor_webhooks_failed', registry),
    reservations: createGauge('cellardoor_reservations_open', registry),
    expired: createGauge('cellardoor_reservations_expired', registry),
    expiredOldest: createGauge('cellardoor_reservations_expired_oldest_seconds', registry),
    refunds: createGauge('cellardoor_refunds_pending', registry),
    refundsOldest: createGauge('cellardoor_refunds_pending_oldest_seconds', registry),
    paymentAlerts: createGauge('cellardoor_payment_alerts_open', registry),
    orders: createGauge('cellardoor_orders_last_hour', registry),
    checks: createGauge('cellardoor_check_state', registry),
    backupAt: createGauge('cellardoor_backup_last_success_timestamp_seconds', registry),
    backupFailed: createGauge('cellardoor_backup_failed', registry),
    archiveFailing: createGauge('cellardoor_backup_archive_failing', registry),
    workers: createGauge('cellardoor_workers_running', registry),
    verificationFailed: createGauge('cellardoor_backup_verification_failed', registry),
    verificationDifferences: createGauge('cellardoor_backup_verification_differences', registry),
    bytes: createGauge('cellardoor_database_bytes', registry),
    connections: createGauge('cellardoor_database_connections', registry),
    connectionsMax: createGauge('cellardoor_database_connections_max', registry),
    lockWaits: createGauge('cellardoor_database_lock_waits', registry),
    lockWait: createGauge('cellardoor_database_lock_wait_seconds', registry),
    oldestTransaction: createGauge('cellardoor_database_oldest_transaction_seconds', registry),
  };
  const deadlocks = createCounter('cellardoor_database_deadlocks_total', registry);

  function setJobs({ runs, waiting, failed, processes }: Figures): void {
    const now = new Date();
    gauges.workers.set(processes.filter(({ role }) => runsTask(role, 'jobs')).length);
    const runOf = new Map(runs.map((run) => [run.name, run]));
    for (const job of deps.jobs()) {
      const run = runOf.get(job.name) ?? null;
      gauges.jobStuck.set({ job: job.name }, isStuck(job, run, now, deps.startedAt) ? 1 : 0);
      if (run?.finishedAt) gauges.jobFinished.set({ job: job.name }, run.finishedAt.getTime() / 1_000);
    }
    for (const queue of deps.queues) {
      const due = waiting.find((each) => each.queue === queue);
      gauges.queueWaiting.set({ queue }, due?.count ?? 0);
      gauges.queueOldest.set({ queue }, due ? Math.max(0, now.getTime() - due.dueSince.getTime()) / 1_000 : 0);
      const failedOfQueue = failed.find((each) => each.queue === queue);
      gauges.queueFailed.set({ queue }, failedOfQueue?.count ?? 0);
      gauges.queueGivenUp.set({ queue }, failedOfQueue?.givenUp ?? 0);
    }
  }

  function setWork({ work, orders, checks, backup }: Figures): void {
    for (const market of MARKETS) gauges.orders.set({ market }, orders.find((each) => each.market === market)?.count ?? 0);
    for (const check of WATCHED_CHECKS) {
      const found = checks.find(({ name }) => name === check);
      if (found) for (const state of CHECK_STATES) gauges.checks.set({ check, state }, found.state === state ? 1 : 0);
    }
    // After a reset it would be 0, which is a date.
    gauges.backupAt.remove();
    if (backup.lastGoodAt) gauges.backupAt.set(backup.lastGoodAt.getTime() / 1_000);
    gauges.backupFailed.set(backup.last?.result === 'failed' ? 1 : 0);
    gauges.archiveFailing.set(backup.unarchived ? 1 : 0);
    gauges.verificationFailed.remove();
    gauges.verificationDifferences.remove();
    const { verification } = backup;
    if (verification) gauges.verificationFailed.set(verification.result === 'failed' ? 1 : 0);
    if (typeof verification?.differences === 'number') gauges.verificationDifferences.set(verification.differences);
    if (work === null) return;
    gauges.webhooks.set(work.webhooks);
    gauges.webhooksOldest.set(work.oldestWebhookSeconds);
    gauges.webhooksFailed.set(work.failedWebhooks);
    gauges.reservations.set(work.reservations);
    gauges.expired.set(work.expiredReservations);
    gauges.expiredOldest.set(work.oldestExpiredSeconds);
    gauges.refunds.set(work.refunds);
    gauges.refundsOldest.set(work.oldestRefundSeconds);
    gauges.paymentAlerts.set(work.paymentAlerts);
  }

  function setLoad({ load }: Figures): void {
    if (load === null) return;
    gauges.bytes.set(load.bytes);
    gauges.connections.set(load.connections);
    gauges.connectionsMax.set(load.maxConnections);
    gauges.lockWaits.set(load.lockWaits);
    gauges.lockWait.set(load.lockWaitSeconds);
    gauges.oldestTransaction.set(load.oldestTransactionSeconds);
    deadlocks.inc(load.deadlocks);
  }

  async function read(): Promise<Registry | null> {
    try {
      const figures = await withinTime(readFigures(deps));
      registry.resetMetrics();
      setJobs(figures);
      setWork(figures);
      setLoad(figures);
      return registry;
    } catch {
      return null;
    }
  }

  let last: { readonly at: number; readonly done: Promise<Registry | null> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= CACHE_MS) last = { at: now, done: read() };
    return last.done;
  };
}
