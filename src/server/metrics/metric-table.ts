/**
 * Every metric of the shop. The table in docs/guides/metrics.md is generated from it, and a test compares it with what `/metrics`
 * answers. Labels have few values, all known beforehand: never ids, addresses or paths.
 */

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram, seconds. */
  readonly buckets?: readonly number[];
  /**
   * `process`: measured by the process that answers; add those of all processes. `shop`: read from the database, so every process
   * answers the same; take the maximum.
   */
  readonly of: 'process' | 'shop';
}

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SERVICE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.1, 1, 10, 60, 300];

export const METRICS = {
  cellardoor_build_info: { of: 'process', type: 'gauge', help: '1, with release and role of the process', labels: ['version', 'role'] },
  cellardoor_http_request_duration_seconds: {
    of: 'process',
    type: 'histogram',
    help: 'Request duration by route or pattern of the page and status class, or closed for a closed shop; without probes, hashed files and event streams',
    labels: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
  },
  cellardoor_http_server_errors_total: {
    of: 'process',
    type: 'counter',
    help: 'Responses with status 500 and above, without those of a closed shop, probes, hashed files and live updates of the office',
  },
  cellardoor_shop_open: {
    of: 'process',
    type: 'gauge',
    help: '1 if shoppers can buy; 0 if the shop is closed by staff or lacks settings',
  },
  cellardoor_page_cache_bytes: { of: 'process', type: 'gauge', help: 'Memory used by cached pages' },
  cellardoor_page_cache_hits_total: { of: 'process', type: 'counter', help: 'Pages served from the cache' },
  cellardoor_page_cache_misses_total: { of: 'process', type: 'counter', help: 'Pages rendered' },
  cellardoor_search_indexed_offers: { of: 'process', type: 'gauge', help: 'Offers in the search index, by market', labels: ['market'] },
  cellardoor_search_index_age_seconds: {
    of: 'process',
    type: 'gauge',
    help: 'Time since the search index last had every change of the catalogue',
  },
  cellardoor_pool_connections: { of: 'process', type: 'gauge', help: 'Database connections of the pool, by state', labels: ['state'] },
  cellardoor_pool_waiting: { of: 'process', type: 'gauge', help: 'Statements and transactions that wait for a connection of the pool' },
  cellardoor_pool_acquisitions_total: { of: 'process', type: 'counter', help: 'Connections taken from the pool' },
  cellardoor_pool_wait_seconds_total: { of: 'process', type: 'counter', help: 'Time spent waiting for a connection of the pool' },
  cellardoor_gateway_call_duration_seconds: {
    of: 'process',
    type: 'histogram',
    help: 'Duration of calls of the payment gateway by call and outcome: ok, error',
    labels: ['gateway', 'call', 'outcome'],
    buckets: SERVICE_BUCKETS,
  },
  cellardoor_mail_send_duration_seconds: {
    of: 'process',
    type: 'histogram',
    help: 'Duration of sending an email by outcome: sent, suppressed, error',
    labels: ['outcome'],
    buckets: SERVICE_BUCKETS,
  },
  cellardoor_job_duration_seconds: {
    of: 'process',
    type: 'histogram',
    help: 'Duration of runs of jobs',
    labels: ['job'],
    buckets: JOB_BUCKETS,
  },
  cellardoor_job_failures_total: { of: 'process', type: 'counter', help: 'Runs of jobs that failed', labels: ['job'] },
  cellardoor_purged_rows_total: { of: 'process', type: 'counter', help: 'Rows that were deleted by age, by job', labels: ['job'] },
  cellardoor_disk_free_ratio: { of: 'process', type: 'gauge', help: 'Free share of the disk of DATA_DIR, 0 to 1' },
  cellardoor_shop_figures_up: {
    of: 'process',
    type: 'gauge',
    help: '1 if the figures that are read from the database could be read; 0 if they are left out',
  },

  cellardoor_job_stuck: {
    of: 'shop',
    type: 'gauge',
    help: '1 if a job is late or keeps failing, as the office shows it',
    labels: ['job'],
  },
  cellardoor_job_last_finished_timestamp_seconds: {
    of: 'shop',
    type: 'gauge',
    help: 'When a job last ended in any process; jobs that run every few seconds are recorded once a minute',
    labels: ['job'],
  },
  cellardoor_queue_waiting_jobs: { of: 'shop', type: 'gauge', help: 'Queued jobs, such as emails, that are due', labels: ['queue'] },
  cellardoor_queue_oldest_seconds: {
    of: 'shop',
    type: 'gauge',
    help: 'How long the oldest due job of a queue has waited',
    labels: ['queue'],
  },
  cellardoor_queue_failed_jobs: {
    of: 'shop',
    type: 'gauge',
    help: 'Queued jobs that failed for good or wait for another attempt',
    labels: ['queue'],
  },
  cellardoor_queue_given_up_jobs: { of: 'shop', type: 'gauge', help: 'Queued jobs that failed for good', labels: ['queue'] },
  cellardoor_webhooks_waiting: { of: 'shop', type: 'gauge', help: 'Webhooks of orders that were not delivered yet' },
  cellardoor_webhooks_oldest_seconds: { of: 'shop', type: 'gauge', help: 'Age of the oldest webhook that was not delivered yet' },
  cellardoor_webhooks_failed: { of: 'shop', type: 'gauge', help: 'Webhooks that were given up' },
  cellardoor_reservations_open: { of: 'shop', type: 'gauge', help: 'Orders that reserve stock while they are being paid' },
  cellardoor_reservations_expired: { of: 'shop', type: 'gauge', help: 'Reservations whose time is over and that were not released yet' },
  cellardoor_reservations_expired_oldest_seconds: { of: 'shop', type: 'gauge', help: 'Time since the oldest of them expired' },
  cellardoor_refunds_pending: { of: 'shop', type: 'gauge', help: 'Refunds that the payment gateway has not confirmed' },
  cellardoor_refunds_pending_oldest_seconds: { of: 'shop', type: 'gauge', help: 'Age of the oldest of them' },
  cellardoor_payment_alerts_open: { of: 'shop', type: 'gauge', help: 'Payments that need somebody, such as money without an order' },
  cellardoor_orders_last_hour: { of: 'shop', type: 'gauge', help: 'Orders placed in the last hour, by market', labels: ['market'] },
  cellardoor_check_state: {
    of: 'shop',
    type: 'gauge',
    help: '1 for the current state of a check of the office: ok, warning, failing, off',
    labels: ['check', 'state'],
  },
  cellardoor_backup_last_success_timestamp_seconds: {
    of: 'shop',
    type: 'gauge',
    help: 'When a backup last reported that it succeeded; missing without a report',
  },
  cellardoor_backup_verification_failed: {
    of: 'shop',
    type: 'gauge',
    help: '1 if the last backup that was restored to try it out failed or differed; missing without one',
  },
  cellardoor_backup_verification_differences: {
    of: 'shop',
    type: 'gauge',
    help: 'Differences that the audit of the last restored backup found; missing without one',
  },
  cellardoor_backup_archive_failing: {
    of: 'shop',
    type: 'gauge',
    help: '1 if the database has failed to archive changes for a quarter of an hour',
  },
  cellardoor_workers_running: { of: 'shop', type: 'gauge', help: 'Processes that run jobs' },
  cellardoor_backup_failed: { of: 'shop', type: 'gauge', help: '1 if the latest report of a backup is a failure' },
  cellardoor_database_bytes: { of: 'shop', type: 'gauge', help: 'Size of the database' },
  cellardoor_database_connections: { of: 'shop', type: 'gauge', help: 'Connections of the database server' },
  cellardoor_database_connections_max: { of: 'shop', type: 'gauge', help: 'Connections that the database server allows' },
  cellardoor_database_deadlocks_total: { of: 'shop', type: 'counter', help: 'Deadlocks of the database' },
  cellardoor_database_lock_waits: { of: 'shop', type: 'gauge', help: 'Sessions that wait for a lock' },
  cellardoor_database_lock_wait_seconds: { of: 'shop', type: 'gauge', help: 'How long the longest of them has waited' },
  cellardoor_database_oldest_transaction_seconds: { of: 'shop', type: 'gauge', help: 'Age of the oldest transaction' },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;
