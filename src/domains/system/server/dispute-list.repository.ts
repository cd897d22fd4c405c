/** SQL of the office's list of disputes. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { DisputeView } from '../model/record-states.ts';

export interface DisputeRow {
  readonly gateway: string;
  readonly id: string;
  readonly orderId: string;
  readonly number: number;
  readonly market: Market;
  readonly amountCents: number;
  readonly reason: string;
  readonly status: 'open' | 'won' | 'lost';
  readonly evidenceDueAt: Date | null;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: string;
}

/** Lists disputes of placed orders: open ones by their evidence date, closed ones the latest first. */
export const listOfficeDisputes = (
  db: Queryable,
  markets: readonly Market[],
  show: DisputeView,
  limit: number,
): Promise<(DisputeRow & { readonly total: number })[]> =>
  db.queryMany<DisputeRow & { total: number }>({
    name: 'dispute-list.listOfficeDisputes',
    text: `select d.gateway, d.id, d.order_id as "orderId", o.number, o.market, d.amount_cents as "amountCents", d.reason, d.status,
        d.evidence_due_at as "evidenceDueAt", d.opened_at as "openedAt", d.closed_at as "closedAt", d.answered_at as "answeredAt",
        d.answered_by as "answeredBy", count(*) over ()::integer as total
      from order_disputes d join orders o on o.id = d.order_id
      where (d.status = 'open') = ($2 = 'open') and o.number is not null and o.market = any($1)
      order by d.closed_at desc nulls last, d.answered_at is not null, d.evidence_due_at nulls last, d.opened_at, d.id limit $3`,
    values: [markets, show, limit],
  });

/** Marks an open dispute of one of the markets as answered, or not. @returns null if there is none that is not so already */
export const answerDispute = (
  transaction: Transaction,
  { gateway, id }: Pick<DisputeRow, 'gateway' | 'id'>,
  markets: readonly Market[],
  answeredBy: string | null,
): Promise<{ readonly orderId: string; readonly market: Market } | null> =>
  transaction.queryOne<{ orderId: string; market: Market }>({
    name: 'dispute-list.answerDispute',
    text: `update order_disputes d set answered_at = case when $4::text is null then null else now() end, answered_by = coalesce($4, '')
      from orders o where o.id = d.order_id and d.gateway = $1 and d.id = $2 and d.status = 'open' and o.number is not null and o.market = any($3)
        and (d.answered_at is null) = ($4::text is not null)
      returning d.order_id as "orderId", o.market`,
    values: [gateway, id, markets, answeredBy],
  });
