/** What a shop does by itself: jobs that read or delete what grows, the audit, exports, vacuum; and the disk that tables and indexes take. */
import { Writable } from 'node:stream';
import { compactRecordChanges } from '#domains/catalogue/server/import/import-log.repository.ts';
import { updatePopularity } from '#domains/catalogue/server/popularity.repository.ts';
import { refreshSummaries } from '#domains/customers/identity/server/visible-customer.repository.ts';
import { membersToRecalculate, membersWithLess } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { findReferredOrders } from '#domains/customers/referrals/server/referral.repository.ts';
import { purgeEvents } from '#domains/outbound/analytics/server/event.repository.ts';
import { purgeMailLog } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { planCartReminders, planPriceDrops } from '#domains/outbound/push/server/plan-messages.ts';
import { countRecentVisits, LATE_DAYS } from '#domains/reports/server/count-visits.ts';
import { sumSales } from '#domains/reports/server/sum-sales.ts';
import { readEmptySearches } from '#domains/reports/server/visit.repository.ts';
import { purgeGuestCarts } from '#domains/selling/cart/server/cart.repository.ts';
import { purgeCheckouts } from '#domains/selling/checkout/server/checkout.repository.ts';
import { anonymiseBuyers } from '#domains/selling/orders/server/customer-order.repository.ts';
import { markSentOrders } from '#domains/selling/orders/server/office-order-list.repository.ts';
import { purgeWebhooks } from '#domains/selling/orders/server/webhook.repository.ts';
import { auditLedgers } from '#domains/system/server/audit-ledgers.ts';
import { measure, readOpenWork } from '#domains/system/server/measure.repository.ts';
import { purgeIdempotencyKeys } from '#lib/db/idempotency.ts';
import type { Database } from '#lib/db/pool.ts';
import { exportRecords } from '#server/imports.ts';
import { type Row, row } from './report.ts';

const ALL_DAYS = 365 * 100;
const ALL_HOURS = 24 * ALL_DAYS;
const MB = 2 ** 20;
const RETENTION_DAYS = 395;

/** What runs by itself, with the times it runs at. Those that change rows return how many. */
const UPKEEP: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  'orders of the last hour for tiers, every 5 s': (database) => membersToRecalculate(database, 1),
  'orders of the last hour for referrals, every 5 s': (database) => findReferredOrders(database, 1),
  'open work for the metrics, every scrape': (database) => measure(database, readOpenWork),
  'reminders of carts, every minute': (database) => planCartReminders(database, 60),
  'cheaper favourites, every minute': planPriceDrops,
  'summaries of customers, every minute': refreshSummaries,
  'sales of past days, every 5 min': (database) => sumSales(database),
  'visits of today, every 5 min': (database) => countRecentVisits(database, 1),
  'visits of two days, every hour': (database) => countRecentVisits(database, 2),
  'visits of a week, every night': (database) => countRecentVisits(database, LATE_DAYS),
  'orders of two days for tiers, every hour': (database) => membersToRecalculate(database, 48),
  'orders of two days for referrals, every hour': (database) => findReferredOrders(database, 48),
  'all orders for tiers, every night': (database) => membersToRecalculate(database, ALL_HOURS),
  'all orders for referrals, every night': (database) => findReferredOrders(database, ALL_HOURS),
  'spending that left the window, every hour': (database) => membersWithLess(database, 'AU', 12),
  'partly refunded orders, every hour': markSentOrders,
  'sold cases of 30 days per offer, every hour': updatePopularity,
  'buyers of deleted accounts, every hour': anonymiseBuyers,
  'changes of records, every hour': compactRecordChanges,
  'expired carts, every hour': purgeGuestCarts,
  'expired checkouts, every hour': (database) => purgeCheckouts(database, 2),
  'all expired checkouts, every night': (database) => purgeCheckouts(database, ALL_DAYS),
  'old idempotency keys, every hour': purgeIdempotencyKeys,
  'old events, every hour': (database) => purgeEvents(database, RETENTION_DAYS),
  'old emails, every hour': purgeMailLog,
  'old webhooks, every hour': purgeWebhooks,
  'searches without a result, in a report of four weeks': (database) => {
    const [from, to] = [27, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
    return readEmptySearches(database, { market: 'AU', timeZone: 'Australia/Melbourne', from: from ?? '', to: to ?? '' }, 10);
  },
  'audit, on demand and with each verified backup': async (database) => (await auditLedgers(database)).differences.length,
};

const blocksOf = async (database: Database): Promise<number> =>
  (
    await database.queryOne<{ blocks: number }>({
      text: `select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) and toplevel`,
    })
  )?.blocks ?? Number.NaN;

const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014';

/** Measures the jobs of a selection. @param database with a limit of the time of a statement, which ends jobs that take longer: their figure is `none` */
export async function measureUpkeep(database: Database, isWanted: (name: string) => boolean): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(UPKEEP).filter(([each]) => isWanted(each))) {
    const [blocks, began] = [await blocksOf(database), performance.now()];
    const result = await run(database).catch((error: unknown) => {
      if (isTimeout(error)) return null;
      throw error;
    });
    const ms = result === null ? Number.NaN : performance.now() - began;
    const found =
      typeof result === 'number'
        ? `: ${result.toLocaleString('en-AU')}`
        : Array.isArray(result)
          ? `: ${result.length.toLocaleString('en-AU')}`
          : '';
    rows.push(row(`${name}${found}`, ms, 'ms'), row('  blocks of the database', (await blocksOf(database)) - blocks, ''));
  }
  return rows;
}

/** Measures an export of orders, as far as it comes in a time. @returns exported orders per second */
export async function measureExport(database: Database, seconds: number): Promise<Row[]> {
  const began = performance.now();
  let [bytes, lines] = [0, 0];
  const until = began + seconds * 1_000;
  const out = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      lines += 1;
      done(performance.now() > until ? new Error('enough') : null);
    },
  });
  await exportRecords(database, out, ['order']).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'enough') throw error;
  });
  const took = (performance.now() - began) / 1_000;
  return [
    row('export of orders', bytes / MB / took, 'MB/s'),
    row('  records', lines, ''),
    row('  memory of the process that exports', process.memoryUsage.rss() / MB, 'MB'),
  ];
}

/** Writes a hundredth of the orders again, and measures the vacuum and the analyze that follow. */
export async function measureVacuum(database: Database): Promise<Row[]> {
  const changed = await database.execute({
    text: 'update orders set status = status where number % 100 = 7',
  });
  const state = () =>
    database.queryOne<{ bytes: number; dead: number }>({
      text: "select pg_total_relation_size('orders')::float8 as bytes, (select n_dead_tup from pg_stat_user_tables where relname = 'orders')::float8 as dead",
    });
  const before = await state();
  const timed = async (text: string): Promise<number> => {
    const began = performance.now();
    await database.execute({ text });
    return (performance.now() - began) / 1_000;
  };
  const [vacuum, analyze] = [await timed('vacuum orders'), await timed('analyze orders')];
  const after = await state();
  return [
    row(`vacuum of orders after ${changed.toLocaleString('en-AU')} changes`, vacuum, 's'),
    row('  analyze', analyze, 's'),
    row('  rows that it leaves', after?.dead ?? Number.NaN, ''),
    row('  growth of the table and its indexes', ((after?.bytes ?? 0) - (before?.bytes ?? 0)) / MB, 'MB'),
  ];
}

/** Sums all past days of sales, as the job does in its first hours. */
export async function fillSales(database: Database): Promise<Row[]> {
  const began = performance.now();
  let days = 0;
  for (let summed = 1; summed > 0; days += summed) summed = await sumSales(database);
  return [row(`first fill of sales of ${days.toLocaleString('en-AU')} days`, (performance.now() - began) / 1_000, 's')];
}

/** Tables whose rows are changed or deleted the most, besides the queues of jobs and the partitions of events. */
const BUSY = ['carts', 'cart_lines', 'idempotency_keys', 'stock_levels', 'orders', 'checkouts', 'customer_changes', 'sales_changes'];

/** Returns what changes and deletions have left in the busiest tables, which a vacuum removes. */
export async function measureDeadRows(database: Database): Promise<Row[]> {
  const tables = await database.queryMany<{ name: string; dead: number; live: number; bytes: number }>({
    text: `select case when s.schemaname = 'pgboss' then 'queues' when s.relname like 'analytics\\_events%' then 'events' else s.relname end as name,
        sum(s.n_dead_tup)::float8 as dead, sum(s.n_live_tup)::float8 as live, sum(pg_total_relation_size(s.relid))::float8 as bytes
      from pg_stat_user_tables s where s.schemaname = 'pgboss' or s.relname = any($1) or s.relname like 'analytics\\_events%'
      group by 1 order by dead desc, name`,
    values: [BUSY],
  });
  return tables.flatMap(({ name, dead, live, bytes }) => [
    row(`dead rows of ${name}, of ${live.toLocaleString('en-AU')} live`, dead, ''),
    row('  with its indexes', bytes / MB, 'MB'),
  ]);
}

interface Size {
  readonly name: string;
  readonly bytes: number;
}

/** Lists the largest tables and indexes. @param per number of records by which bytes are divided */
export async function measureDisk(database: Database, per: number, limit = 14): Promise<Row[]> {
  const total = await database.queryOne<{ bytes: number }>({ text: 'select pg_database_size(current_database())::float8 as bytes' });
  const list = await database.queryMany<Size>({
    text: `select coalesce(p.relname, c.relname) || case c.relkind when 'i' then ', index ' || c.relname else '' end as name, pg_table_size(c.oid)::float8 as bytes
      from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class p on p.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and not c.relispartition and not coalesce(p.relispartition, false)
      order by bytes desc limit $1`,
    values: [limit],
  });
  const events = await database.queryOne<{ bytes: number }>({
    text: "select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 as bytes from pg_inherits where inhparent = 'analytics_events'::regclass",
  });
  return [
    row('database', (total?.bytes ?? 0) / MB, 'MB'),
    row('  of it events of the storefront', (events?.bytes ?? 0) / MB, 'MB'),
    ...list.map(({ name, bytes }) => row(`  ${name}, ${Math.round(bytes / per)} B each`, bytes / MB, 'MB')),
  ];
}
