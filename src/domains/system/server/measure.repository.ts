/** SQL of the figures that monitoring reads. Each statement uses an index or a catalogue of PostgreSQL. */
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** Time in ms that one statement may take. A slow scrape must not add to the load of a slow database. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Runs reads that PostgreSQL cancels if they take too long. */
export const measure = <T>(database: Pick<Database, 'transaction'>, read: (transaction: Transaction) => Promise<T>): Promise<T> =>
  database.transaction((transaction) => {
    transaction.later({
      name: 'measure.measure',
      text: `select set_config('statement_timeout', '${STATEMENT_TIMEOUT_MS}', true), set_config('transaction_read_only', 'on', true)`,
    });
    return read(transaction);
  });

export interface DatabaseLoad {
  readonly bytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  readonly deadlocks: number;
  /** Sessions that wait for a lock of another one. */
  readonly lockWaits: number;
  /** How long the longest of them has waited. */
  readonly lockWaitSeconds: number;
  readonly oldestTransactionSeconds: number;
}

export const readDatabaseLoad = (db: Queryable): Promise<DatabaseLoad | null> =>
  db.queryOne<DatabaseLoad>({
    name: 'measure.readDatabaseLoad',
    text: `select pg_database_size(current_database()) as bytes,
        (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
        current_setting('max_connections')::integer as "maxConnections",
        (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks,
        (select count(*)::integer from pg_locks where not granted) as "lockWaits",
        (select coalesce(extract(epoch from clock_timestamp() - min(waitstart)), 0)::float8 from pg_locks where not granted) as "lockWaitSeconds",
        (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as "oldestTransactionSeconds"`,
  });

export interface OpenWork {
  /** Webhooks that were not delivered yet. */
  readonly webhooks: number;
  readonly oldestWebhookSeconds: number;
  /** Webhooks that were given up and that nobody has sent again. */
  readonly failedWebhooks: number;
  /** Orders that reserve stock while they are being paid. */
  readonly reservations: number;
  /** Those of them whose time is over. */
  readonly expiredReservations: number;
  readonly oldestExpiredSeconds: number;
  /** Refunds that the gateway has not answered. */
  readonly refunds: number;
  readonly oldestRefundSeconds: number;
  /** Payments that need somebody, such as money without an order. */
  readonly paymentAlerts: number;
}

export const readOpenWork = (db: Queryable): Promise<OpenWork | null> =>
  db.queryOne<OpenWork>({
    name: 'measure.readOpenWork',
    text: `select w.*, r.*, f.*, (select count(*)::integer from payment_alerts where resolved_at is null) as "paymentAlerts"
      from (select count(*) filter (where state = 'pending')::integer as webhooks,
          coalesce(extract(epoch from now() - min(created_at) filter (where state = 'pending')), 0)::float8 as "oldestWebhookSeconds",
          count(*) filter (where state = 'failed')::integer as "failedWebhooks" from webhook_deliveries where state <> 'delivered') w,
        (select count(*)::integer as reservations, count(*) filter (where reserved_until < now())::integer as "expiredReservations",
          greatest(0, coalesce(extract(epoch from now() - min(reserved_until)), 0))::float8 as "oldestExpiredSeconds"
          from orders where status = 'Incomplete' and number is null) r,
        (select count(*)::integer as refunds, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestRefundSeconds"
          from order_refunds where state = 'intended') f`,
  });

/** Counts the orders of the last hour by market. Markets without one are left out. */
export const countRecentOrders = (
  db: Queryable,
  markets: readonly Market[],
): Promise<{ readonly market: Market; readonly count: number }[]> =>
  db.queryMany<{ market: Market; count: number }>({
    name: 'measure.countRecentOrders',
    text: `select market, count(*)::integer as count from orders
      where number is not null and market = any($1) and placed_at > now() - interval '1 hour' group by market`,
    values: [markets],
  });

/** Counts the jobs that failed, by queue: all of them, and those that are given up and do not wait for another attempt. */
export const countFailedByQueue = (
  db: Queryable,
  queues: readonly string[],
): Promise<{ readonly queue: string; readonly count: number; readonly givenUp: number }[]> =>
  db.queryMany<{ queue: string; count: number; givenUp: number }>({
    name: 'measure.countFailedByQueue',
    text: `select name as queue, count(*)::integer as count, count(*) filter (where state = 'failed')::integer as "givenUp" from pgboss.job
      where name = any($1) and output is not null and state in ('failed', 'retry') group by name`,
    values: [queues],
  });
