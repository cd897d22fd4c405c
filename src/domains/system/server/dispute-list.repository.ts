/** SQL of the office's list of disputes. */
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { DisputeSort, DisputeState } from '../model/record-states.ts';

export interface DisputeRow {
  readonly gateway: string;
  readonly id: string;
  readonly orderId: string;
  readonly number: number;
  readonly market: Market;
  readonly amountCents: number;
  readonly reason: string;
  readonly status: 'open' | 'won' | 'lost';
  readonly state: DisputeState;
  readonly evidenceDueAt: Date | null;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: string;
}

export interface DisputeFilter {
  readonly markets: readonly Market[];
  readonly orderNumber: number | null;
  /** Null for all. */
  readonly states: readonly DisputeState[] | null;
  readonly sort: DisputeSort;
}

export interface DisputePosition {
  /** What has to be answered, is answered, was decided. */
  readonly part: number;
  /** What rows are sorted by within a part. */
  readonly key: string;
  readonly gateway: string;
  readonly id: string;
}

/** Lists disputes of placed orders after a position, with the number of all that match. They are few: one order in some hundreds. */
export const listOfficeDisputes = (
  db: Queryable,
  { markets, orderNumber, states, sort }: DisputeFilter,
  after: DisputePosition | null,
  limit: number,
): Promise<(DisputeRow & DisputePosition & { readonly total: number })[]> =>
  db.queryMany<DisputeRow & DisputePosition & { total: number }>({
    name: 'dispute-list.listOfficeDisputes',
    text: `with placed as (select d.gateway, d.id, d.order_id as "orderId", o.number, o.market, d.amount_cents as "amountCents", d.reason, d.status,
          d.evidence_due_at as "evidenceDueAt", d.opened_at as "openedAt", d.closed_at as "closedAt", d.answered_at as "answeredAt",
          d.answered_by as "answeredBy", case when d.status <> 'open' then d.status when d.answered_at is not null then 'answered'
            when d.evidence_due_at < now() then 'overdue' else 'waiting' end as state,
          case when $4::text <> 'due' then 0 when d.status <> 'open' then 2 when d.answered_at is not null then 1 else 0 end as part,
          case $4 when 'opened' then extract(epoch from d.opened_at) when '-opened' then -extract(epoch from d.opened_at)
            when 'amount' then d.amount_cents when '-amount' then -d.amount_cents
            else case when d.status = 'open' then coalesce(extract(epoch from d.evidence_due_at), 'Infinity')
              else -coalesce(extract(epoch from d.closed_at), 0) end end as sorted
        from order_disputes d join orders o on o.id = d.order_id
        where o.number is not null and o.market = any($1) and ($2::integer is null or o.number = $2)),
      found as (select * from placed where $3::text[] is null or state = any($3))
      select gateway, id, "orderId", number, market, "amountCents", reason, status, "evidenceDueAt", "openedAt", "closedAt", "answeredAt",
        "answeredBy", state, part, sorted::text as key, (select count(*)::integer from found) as total
      from found where $5::integer is null or (part, sorted, gateway, id) > ($5, $6::numeric, $7, $8)
      order by part, sorted, gateway, id limit $9`,
    values: [markets, orderNumber, states, sort, after?.part ?? null, after?.key ?? null, after?.gateway ?? null, after?.id ?? null, limit],
  });

/** Locks an open dispute of one of the markets. `answeredAt` is exact to the millisecond, as it was shown. */
export const lockDispute = (
  transaction: Transaction,
  { gateway, id }: Pick<DisputeRow, 'gateway' | 'id'>,
  markets: readonly Market[],
): Promise<{ readonly orderId: string; readonly market: Market; readonly answeredAt: Date | null } | null> =>
  transaction.queryOne<{ orderId: string; market: Market; answeredAt: Date | null }>({
    name: 'dispute-list.lockDispute',
    text: `select d.order_id as "orderId", o.market, d.answered_at as "answeredAt" from order_disputes d join orders o on o.id = d.order_id
      where d.gateway = $1 and d.id = $2 and d.status = 'open' and o.number is not null and o.market = any($3) for update of d`,
    values: [gateway, id, markets],
  });

/** Marks a dispute as answered. @param answeredBy null takes that back @returns since when it is answered */
export const answerDispute = (
  transaction: Transaction,
  { gateway, id }: Pick<DisputeRow, 'gateway' | 'id'>,
  answeredBy: string | null,
): Promise<{ readonly answeredAt: Date | null } | null> =>
  transaction.queryOne<{ answeredAt: Date | null }>({
    name: 'dispute-list.answerDispute',
    text: `update order_disputes set answered_at = case when $3::text is null then null else now() end, answered_by = coalesce($3, '')
      where gateway = $1 and id = $2 returning answered_at as "answeredAt"`,
    values: [gateway, id, answeredBy],
  });

/** Returns who marked a dispute last and when, for the sentence about a conflict. */
export async function lastAnswerTo(
  db: Queryable,
  orderId: string,
  disputeId: string,
): Promise<{ readonly who: string; readonly when: string }> {
  const row = await db.queryOne<{ name: string; at: Date }>({
    name: 'dispute-list.lastAnswerTo',
    text: `select actor_name as name, at from activity_log
      where subject_kind = 'order' and subject_id = $1 and action in ('order.dispute_answered', 'order.dispute_reopened') and after->>'dispute' = $2
      order by at desc, id desc limit 1`,
    values: [orderId, disputeId],
  });
  return { who: row?.name ?? 'Somebody', when: timeAgo(row?.at ?? new Date()) };
}
