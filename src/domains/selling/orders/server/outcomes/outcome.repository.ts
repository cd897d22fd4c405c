/** SQL of what became of shipments at the door. */

import type { Outcome, RefusalReason } from '#domains/selling/orders/model/outcome.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface RecordedOutcome {
  readonly id: number;
  readonly shipmentId: string;
  readonly outcome: Outcome;
  readonly reason: RefusalReason | '';
  readonly day: string;
  readonly actor: string;
  readonly at: Date;
}

/** Lists the outcomes of an order's shipments that were not taken back, the oldest first. */
export const outcomesOf = (db: Queryable, orderId: string): Promise<RecordedOutcome[]> =>
  db.queryMany<RecordedOutcome>({
    name: 'outcome.outcomesOf',
    text: `select d.id, d.shipment_id as "shipmentId", d.outcome, d.reason, d.day::text as day, d.actor, d.recorded_at as at
      from delivery_outcomes d join order_shipments s on s.id = d.shipment_id
      where s.order_id = $1 and d.undone_at is null order by d.id`,
    values: [orderId],
  });

export interface FoundShipment {
  readonly orderId: string;
  readonly market: Market;
  readonly shippedAt: Date;
}

/** Finds the shipment of some markets, by its id or that of an outcome. */
export const findShipment = (
  db: Queryable,
  { shipmentId = null, outcomeId = null }: { readonly shipmentId?: string | null; readonly outcomeId?: number | null },
  markets: readonly Market[],
): Promise<(FoundShipment & { readonly id: string }) | null> =>
  db.queryOne<FoundShipment & { readonly id: string }>({
    name: 'outcome.findShipment',
    text: `select s.id, s.order_id as "orderId", o.market, s.shipped_at as "shippedAt" from order_shipments s join orders o on o.id = s.order_id
      where (s.id = $1::uuid or s.id = (select shipment_id from delivery_outcomes where id = $2::bigint)) and o.market = any($3)`,
    values: [shipmentId, outcomeId, markets],
  });

export async function insertOutcome(transaction: Transaction, outcome: Omit<RecordedOutcome, 'id' | 'at'>): Promise<number> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'outcome.insertOutcome',
    text: 'insert into delivery_outcomes (shipment_id, outcome, reason, day, actor) values ($1, $2, $3, $4, $5) returning id',
    values: [outcome.shipmentId, outcome.outcome, outcome.reason, outcome.day, outcome.actor],
  });
  if (!row) throw new Error('an outcome was inserted and did not come back');
  return row.id;
}

/** Takes the last outcome of a shipment back. The one before it counts again, so it may wait for staff again. */
export async function undoOutcome(transaction: Transaction, id: number, actor: string): Promise<void> {
  await transaction.execute({
    name: 'outcome.undoOutcome.undo',
    text: 'update delivery_outcomes set undone_by = $2, undone_at = now() where id = $1 and undone_at is null',
    values: [id, actor],
  });
  await transaction.execute({
    name: 'outcome.undoOutcome.reopen',
    text: `update delivery_outcomes set is_settled = false
      where shipment_id = (select shipment_id from delivery_outcomes where id = $1) and undone_at is null and is_settled`,
    values: [id],
  });
}

export interface OutcomeRow {
  readonly order: number;
  readonly market: Market;
  readonly shippedAt: Date;
  readonly carrier: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly day: string;
  readonly actor: string;
  readonly recordedAt: Date;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
}

/** Lists the record of deliveries between two days, the latest first, with what was taken back. */
export const listOutcomes = (
  db: Queryable,
  markets: readonly Market[],
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<OutcomeRow[]> =>
  db.queryMany<OutcomeRow>({
    name: 'outcome.listOutcomes',
    text: `select o.number as order, o.market, s.shipped_at as "shippedAt", s.carrier, d.outcome, d.reason, d.day::text as day, d.actor,
        d.recorded_at as "recordedAt", d.undone_by as "undoneBy", d.undone_at as "undoneAt"
      from delivery_outcomes d join order_shipments s on s.id = d.shipment_id join orders o on o.id = s.order_id
      where o.market = any($1) and o.number is not null and d.day between $2::date and $3::date order by d.day desc, d.id desc limit $4`,
    values: [markets, from, to, limit],
  });
