/** SQL of queued jobs, which are rows of the job library. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** What waits in a queue. */
export interface WaitingJobs {
  readonly queue: string;
  readonly count: number;
  /** When the oldest was due. */
  readonly dueSince: Date;
}

/** Counts the jobs that are due and that nobody has begun, by queue. */
export const waitingJobs = (db: Queryable, queues: readonly string[]): Promise<WaitingJobs[]> =>
  db.queryMany<WaitingJobs>({
    name: 'queue.waitingJobs',
    text: `select name as queue, count(*)::integer as count, min(start_after) as "dueSince" from pgboss.job
      where name = any($1) and state in ('created', 'retry') and start_after <= now() group by name order by name`,
    values: [queues],
  });

/** A job that failed: for good, or until its next attempt. */
export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  /** What kind of e-mail it is, where the queue has several. */
  readonly kind: string | null;
  readonly attempts: number;
  readonly error: string;
  readonly createdAt: Date;
  /** When it failed, for a job that is given up. */
  readonly failedAt: Date | null;
  /** Null for a job that is given up. */
  readonly nextAttemptAt: Date | null;
  /** The order that it is about. */
  readonly orderId: string | null;
  readonly number: number | null;
  readonly market: Market | null;
}

const FAILED = `from pgboss.job j where j.name = any($1) and j.output is not null and j.state in ('failed', 'retry')`;
/** SQL condition: a job is about no order or email of a market that is not in $2. */
const IS_OWN = `not exists (select 1 from orders o where o.id::text = j.data ->> 'orderId' and o.market <> all($2::text[]))
  and not exists (select 1 from mail_log m where m.id = j.id and m.market <> all($2::text[]))`;

/** Lists jobs of markets that failed, and those of no market, the latest first. */
export const listFailedJobs = (db: Queryable, queues: readonly string[], markets: readonly Market[], limit: number): Promise<FailedJob[]> =>
  db.queryMany<FailedJob>({
    name: 'queue.listFailedJobs',
    text: `select f.id, f.queue, f.kind, f.attempts, f.error, f."createdAt", f."failedAt", f."nextAttemptAt", o.id as "orderId", o.number, o.market
      from (select j.id::text as id, j.name as queue, j.data ->> 'kind' as kind, j.retry_count + 1 as attempts,
          coalesce(j.output ->> 'message', j.output -> 'value' ->> 'message', '') as error, j.created_on as "createdAt",
          case when j.state = 'failed' then j.completed_on end as "failedAt", case when j.state = 'retry' then j.start_after end as "nextAttemptAt",
          j.data ->> 'orderId' as order_id ${FAILED} and ${IS_OWN} order by j.created_on desc, j.id limit $3) f
      left join orders o on o.id::text = f.order_id and o.number is not null order by f."createdAt" desc, f.id`,
    values: [queues, markets, limit],
  });

/** Counts jobs of markets that failed, and those of no market. */
export async function countFailedJobs(db: Queryable, queues: readonly string[], markets: readonly Market[]): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'queue.countFailedJobs',
    text: `select count(*)::integer as count ${FAILED} and ${IS_OWN}`,
    values: [queues, markets],
  });
  return row?.count ?? 0;
}

/** A job that was taken out of its queue. */
export interface TakenJob {
  readonly id: string;
  readonly queue: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Takes failed jobs of markets, and of no market, out of their queues, so that each is queued again or discarded once. */
export const takeFailedJobs = (
  transaction: Transaction,
  queues: readonly string[],
  markets: readonly Market[],
  ids: readonly string[],
): Promise<TakenJob[]> =>
  transaction.queryMany<TakenJob>({
    name: 'queue.takeFailedJobs',
    text: `delete from pgboss.job j where j.name = any($1) and j.id = any($3::uuid[]) and j.output is not null and j.state in ('failed', 'retry')
        and ${IS_OWN}
      returning j.id::text as id, j.name as queue, j.data`,
    values: [queues, markets, ids],
  });
