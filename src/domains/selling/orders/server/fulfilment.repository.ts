/** The SQL of shipments and refunds, and of the fulfilment of orders. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { OrderEvent } from '../contract.ts';
import { ORDER_EVENTS } from '../model/format-event.ts';
import type { LineFulfilment, RequestedLine } from '../model/line-fulfilment.ts';
import type { RefundableBalance, RefundPlan } from '../model/plan-refund.ts';

/**
 * SQL: an order `o` has more cases than were sent or withdrawn. No line has more of these than cases, so the sums of the order tell.
 */
export const HAS_UNSHIPPED = `((select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = o.id and l.summary->>'skuType' is distinct from 'digital')
      > (select coalesce(sum(s.quantity), 0) from order_shipments h join order_shipment_lines s on s.shipment_id = h.id where h.order_id = o.id)
      + (select coalesce(sum(x.withdrawn), 0) from order_refunds f join order_refund_lines x on x.refund_id = f.id where f.order_id = o.id))`;

export interface Shipment {
  readonly id: string;
  readonly key: string;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly actor: string;
  readonly shippedAt: Date;
  readonly lines: readonly RequestedLine[];
}

export interface Refund {
  readonly id: string;
  readonly orderId: string;
  readonly key: string;
  readonly amountCents: number;
  readonly gatewayCents: number;
  readonly shippingCents: number;
  readonly reason: string;
  readonly actor: string;
  readonly state: 'intended' | 'done' | 'refused';
  readonly gatewayRefundId: string | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly lines: readonly (RequestedLine & { readonly amountCents: number })[];
}

/**
 * Reads every line with the quantities shipped, withdrawn and refunded. Read it after the order is locked, in a separate statement.
 * Cases stay withdrawn whatever the outcome of the refund.
 */
export const readLineFulfilments = (db: Queryable, orderId: string): Promise<LineFulfilment[]> =>
  db.queryMany<LineFulfilment>({
    name: 'fulfilment.readLineFulfilments',
    text: `select l.position, l.product_id as "productId", concat_ws(' ', nullif(l.summary->>'brand', ''), l.summary->>'name', nullif(l.summary->>'vintage', '')) as name,
      l.quantity, l.list_cents * l.quantity - l.discount_cents as "netCents", l.summary->>'skuType' is distinct from 'digital' as "isPhysical",
      (select coalesce(sum(s.quantity), 0)::int from order_shipment_lines s join order_shipments h on h.id = s.shipment_id
        where h.order_id = l.order_id and s.position = l.position) as shipped,
      r.withdrawn, r.refunded, r."refundedCents"
      from order_lines l cross join lateral (
        select coalesce(sum(x.withdrawn), 0)::int as withdrawn, coalesce(sum(x.quantity) filter (where f.state <> 'refused'), 0)::int as refunded,
          coalesce(sum(x.amount_cents) filter (where f.state <> 'refused'), 0)::int as "refundedCents"
        from order_refund_lines x join order_refunds f on f.id = x.refund_id where f.order_id = l.order_id and x.position = l.position) r
      where l.order_id = $1 order by l.position`,
    values: [orderId],
  });

/** Reads what was paid and refunded, including pending refunds and lost disputes, and how much of the payment the gateway charged. */
export async function readRefundableBalance(
  db: Queryable,
  orderId: string,
): Promise<RefundableBalance & { readonly gatewayLeftCents: number }> {
  const row = await db.queryOne<RefundableBalance & { gatewayLeftCents: number }>({
    name: 'fulfilment.readRefundableBalance',
    text: `select o.total_cents as "paidCents", least(o.total_cents, coalesce(sum(f.amount_cents), 0) + d.lost)::int as "refundedCents", (o.totals->>'shippingCents')::int as "shippingCents",
      coalesce(sum(f.shipping_cents), 0)::int as "refundedShippingCents",
      greatest(0, o.charge_cents - coalesce(sum(f.gateway_cents), 0) - d.lost)::int as "gatewayLeftCents"
      from orders o left join order_refunds f on f.order_id = o.id and f.state <> 'refused'
        cross join lateral (select coalesce(sum(amount_cents), 0) as lost from order_disputes where order_id = o.id and status = 'lost') d
      where o.id = $1 group by o.id, d.lost`,
    values: [orderId],
  });
  if (!row) throw new Error(`order ${orderId} is gone`);
  return row;
}

const SHIPMENT = `id, key, carrier, tracking_number as "trackingNumber", tracking_url as "trackingUrl", actor, shipped_at as "shippedAt",
  (select coalesce(json_agg(json_build_object('position', l.position, 'quantity', l.quantity) order by l.position), '[]')
    from order_shipment_lines l where l.shipment_id = s.id) as lines`;

/** Lists the shipments of an order, the oldest first. */
export const shipmentsOf = (db: Queryable, orderId: string): Promise<Shipment[]> =>
  db.queryMany<Shipment>({
    name: 'fulfilment.shipmentsOf',
    text: `select ${SHIPMENT} from order_shipments s where order_id = $1 order by shipped_at, id`,
    values: [orderId],
  });

export async function insertShipment(
  transaction: Transaction,
  orderId: string,
  shipment: Pick<Shipment, 'key' | 'carrier' | 'trackingNumber' | 'trackingUrl' | 'actor' | 'lines'>,
): Promise<string> {
  const row = await transaction.queryOne<{ id: string }>({
    name: 'fulfilment.insertShipment.shipment',
    text: `insert into order_shipments (order_id, key, carrier, tracking_number, tracking_url, actor) values ($1, $2, $3, $4, $5, $6) returning id`,
    values: [orderId, shipment.key, shipment.carrier, shipment.trackingNumber, shipment.trackingUrl, shipment.actor],
  });
  if (!row) throw new Error('a shipment was inserted and did not come back');
  await transaction.execute({
    name: 'fulfilment.insertShipment.lines',
    text: `insert into order_shipment_lines (shipment_id, position, quantity) select $1, r.position, r.quantity
      from jsonb_to_recordset($2::jsonb) as r (position int, quantity int)`,
    values: [row.id, JSON.stringify(shipment.lines)],
  });
  return row.id;
}

const REFUND = `id, order_id as "orderId", key, amount_cents as "amountCents", gateway_cents as "gatewayCents", shipping_cents as "shippingCents",
  reason, actor, state, gateway_refund_id as "gatewayRefundId", failure, created_at as "createdAt", completed_at as "completedAt",
  (select coalesce(json_agg(json_build_object('position', l.position, 'quantity', l.quantity, 'amountCents', l.amount_cents) order by l.position), '[]')
    from order_refund_lines l where l.refund_id = r.id) as lines`;

/** Lists the refunds of an order, the oldest first. */
export const refundsOf = (db: Queryable, orderId: string): Promise<Refund[]> =>
  db.queryMany<Refund>({
    name: 'fulfilment.refundsOf',
    text: `select ${REFUND} from order_refunds r where order_id = $1 order by created_at, id`,
    values: [orderId],
  });

export const findRefund = (db: Queryable, id: string): Promise<Refund | null> =>
  db.queryOne<Refund>({ name: 'fulfilment.findRefund', text: `select ${REFUND} from order_refunds r where id = $1`, values: [id] });

/** Seconds after which a job takes over a refund from the process that recorded it. */
const FIRST_RETRY_SECONDS = 15;

export async function insertRefund(
  transaction: Transaction,
  orderId: string,
  refund: RefundPlan & { readonly key: string; readonly gatewayCents: number; readonly reason: string; readonly actor: string },
): Promise<string> {
  const row = await transaction.queryOne<{ id: string }>({
    name: 'fulfilment.insertRefund.refund',
    text: `insert into order_refunds (order_id, key, amount_cents, gateway_cents, shipping_cents, reason, actor, next_attempt_at)
      values ($1, $2, $3, $4, $5, $6, $7, now() + interval '${FIRST_RETRY_SECONDS} seconds') returning id`,
    values: [orderId, refund.key, refund.amountCents, refund.gatewayCents, refund.shippingCents, refund.reason, refund.actor],
  });
  if (!row) throw new Error('a refund was inserted and did not come back');
  await transaction.execute({
    name: 'fulfilment.insertRefund.lines',
    text: `insert into order_refund_lines (refund_id, position, quantity, withdrawn, restocked, amount_cents)
      select $1, r.position, r.quantity, r.withdrawn, r.restocked, r."amountCents"
      from jsonb_to_recordset($2::jsonb) as r (position int, quantity int, withdrawn int, restocked int, "amountCents" int)`,
    values: [row.id, JSON.stringify(refund.lines)],
  });
  return row.id;
}

/** Ends a refund that waits for the gateway. @returns 0 if it has ended before */
export const endRefund = (
  transaction: Transaction,
  id: string,
  state: 'done' | 'refused',
  gatewayRefundId: string | null,
  failure: string | null,
): Promise<number> =>
  transaction.execute({
    name: 'fulfilment.endRefund',
    text: `update order_refunds set state = $2, gateway_refund_id = $3, failure = $4, completed_at = now() where id = $1 and state = 'intended'`,
    values: [id, state, gatewayRefundId, failure],
  });

/** Schedules the next attempt of a refund. The delay doubles up to an hour. */
export const postponeRefund = (db: Queryable, id: string, failure: string): Promise<number> =>
  db.execute({
    name: 'fulfilment.postponeRefund',
    text: `update order_refunds set attempts = attempts + 1, failure = $2, next_attempt_at = now() + least(interval '5 seconds' * 2 ^ least(attempts, 12), interval '1 hour')
      where id = $1 and state = 'intended'`,
    values: [id, failure],
  });

/** Lists unfinished refunds whose next attempt is due. */
export const refundsToResume = (db: Queryable, limit: number): Promise<{ id: string }[]> =>
  db.queryMany<{ id: string }>({
    name: 'fulfilment.refundsToResume',
    text: "select id from order_refunds where state = 'intended' and next_attempt_at <= now() order by next_attempt_at limit $1",
    values: [limit],
  });

/** Reads the events of an order that its buyer sees, the oldest first, without a status that staff set and took back, and
 * without the payment of an order that sends cases again. */
export const readTimeline = (
  db: Queryable,
  orderId: string,
): Promise<{ at: Date; event: OrderEvent['event']; to: OrderEvent['to']; cents: number | null; carrier: string | null }[]> =>
  db.queryMany({
    name: 'fulfilment.readTimeline',
    text: `select at, event, data->>'to' as "to", (data->>'amountCents')::int as cents, data->>'carrier' as carrier
      from (select *, coalesce(lead(data) over (order by id) ? 'isUndo', false) as "isUndone" from order_events where order_id = $1) events
      where event = any($2) and not (event = 'placed' and data ? 'replaces') and not data ? 'isUndo' and not "isUndone" order by id`,
    values: [orderId, ORDER_EVENTS],
  });

/** Reads why staff cancelled an order. @returns an empty string if no reason was given */
export async function readCancelReason(db: Queryable, orderId: string): Promise<string> {
  const row = await db.queryOne<{ reason: string | null }>({
    text: "select data->>'reason' as reason from order_events where order_id = $1 and event = 'cancelled' order by id desc limit 1",
    values: [orderId],
  });
  return row?.reason ?? '';
}
