/** Reads placed orders as interchange records, and writes missing ones. */

import { FIRST_ORDER_NUMBER } from '#domains/selling/checkout/server/order.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { OrderRecord } from '../model/record.ts';

const RECORDS = `select o.market || lpad(o.number::text, 10, '0') as key, json_build_object(
    'record', 'order', 'id', o.id, 'market', o.market, 'number', o.number, 'status', o.status, 'placedAt', o.placed_at, 'createdAt', o.created_at,
    'customer', (select c.email from customers c where c.id = o.customer_id), 'email', o.email, 'details', o.details, 'totals', o.totals,
    'chargeCents', o.charge_cents, 'paymentId', o.payment_id, 'couponIds', o.coupon_ids,
    'lines', (select json_agg(json_build_object('offerId', l.offer_id, 'productId', l.product_id, 'quantity', l.quantity, 'listCents', l.list_cents,
      'discountCents', l.discount_cents, 'addedByPromotion', l.added_by_promotion, 'summary', l.summary, 'giftDetails', l.gift_details) order by l.position)
      from order_lines l where l.order_id = o.id),
    'shipments', (select coalesce(json_agg(json_build_object('id', s.id, 'key', s.key, 'carrier', s.carrier, 'trackingNumber', s.tracking_number,
      'trackingUrl', s.tracking_url, 'actor', s.actor, 'shippedAt', s.shipped_at,
      'lines', (select coalesce(json_agg(json_build_object('position', l.position, 'quantity', l.quantity) order by l.position), '[]')
        from order_shipment_lines l where l.shipment_id = s.id)) order by s.shipped_at, s.id), '[]') from order_shipments s where s.order_id = o.id),
    'refunds', (select coalesce(json_agg(json_build_object('id', r.id, 'key', r.key, 'amountCents', r.amount_cents, 'gatewayCents', r.gateway_cents,
      'shippingCents', r.shipping_cents, 'reason', r.reason, 'actor', r.actor, 'state', r.state, 'gatewayRefundId', r.gateway_refund_id,
      'failure', r.failure, 'createdAt', r.created_at, 'settledAt', r.completed_at,
      'lines', (select coalesce(json_agg(json_build_object('position', l.position, 'quantity', l.quantity, 'withdrawn', l.withdrawn,
        'restocked', l.restocked, 'amountCents', l.amount_cents) order by l.position), '[]') from order_refund_lines l where l.refund_id = r.id))
      order by r.created_at, r.id), '[]') from order_refunds r where r.order_id = o.id),
    'events', (select coalesce(json_agg(json_build_object('at', e.at, 'event', e.event, 'actor', e.actor, 'data', e.data) order by e.id), '[]')
      from order_events e where e.order_id = o.id)
  ) as record from orders o where o.number is not null
  and (o.market, o.number) > (left($1::text, -10), coalesce(nullif(right($1::text, 10), ''), '0')::integer)`;

/** The order of the unique index, so that a page does not read all orders. */
const PAGE = 'order by o.market, o.number limit $2';

/** SQL that reads orders as records. $1 is the key to continue after, $2 the limit. */
export const ORDER_EXPORT = `${RECORDS} ${PAGE}`;

/** Like the statement above, for orders with an event at $3 or later. */
export const ORDER_EXPORT_SINCE = `${RECORDS}
  and o.id in (select e.order_id from order_events e where e.at >= $3::timestamptz) ${PAGE}`;

const asJson = (value: unknown): string => JSON.stringify(value ?? null);

/** Inserts a missing order. It takes no stock, because the stock of a shop is counted without sold cases. */
async function writeOrder(transaction: Transaction, record: OrderRecord): Promise<void> {
  const checkout = await transaction.queryOne<{ id: string }>({
    text: `insert into checkouts (token_hash, market, cart_id, details, expires_at) values ('imported ' || $1, $2, gen_random_uuid(), '{}', $3)
      returning id`,
    values: [record.id, record.market, record.placedAt],
  });
  await transaction.execute({
    text: `insert into orders (id, number, market, checkout_id, cart_id, cart_version, customer_id, status, email, details, totals, total_cents, charge_cents,
        coupon_ids, reserved_until, payment_id, created_at, placed_at)
      values ($1, $2, $3, $4, gen_random_uuid(), 1, coalesce((select id from customers where email_key = $5), 0), $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    values: [
      record.id,
      record.number,
      record.market,
      checkout?.id,
      record.customer === null ? null : emailKey(record.customer),
      record.status,
      record.email,
      asJson(record.details),
      asJson(record.totals),
      record.totals.totalCents,
      record.chargeCents,
      record.couponIds,
      record.placedAt,
      record.paymentId,
      record.createdAt,
      record.placedAt,
    ],
  });
  await transaction.execute({
    text: `insert into order_lines (order_id, position, offer_id, product_id, quantity, list_cents, discount_cents, added_by_promotion, summary, gift_details)
      select $1, r.n - 1, r.l->>'offerId', (r.l->>'productId')::int, (r.l->>'quantity')::int, (r.l->>'listCents')::int, (r.l->>'discountCents')::int,
        (r.l->>'addedByPromotion')::boolean, r.l->'summary', nullif(r.l->'giftDetails', 'null'::jsonb)
      from jsonb_array_elements($2::jsonb) with ordinality as r (l, n)`,
    values: [record.id, asJson(record.lines)],
  });
  await writeShipments(transaction, record);
  await writeRefunds(transaction, record);
  await transaction.execute({
    text: `insert into order_events (order_id, at, event, actor, data) select $1, (r.e->>'at')::timestamptz, r.e->>'event', r.e->>'actor', r.e->'data'
      from jsonb_array_elements($2::jsonb) with ordinality as r (e, n) order by r.n`,
    values: [record.id, asJson(record.events)],
  });
}

async function writeShipments(transaction: Transaction, { id, shipments }: OrderRecord): Promise<void> {
  await transaction.execute({
    text: `insert into order_shipments (id, order_id, key, carrier, tracking_number, tracking_url, actor, shipped_at)
      select r.id, $1, r.key, r.carrier, r."trackingNumber", r."trackingUrl", r.actor, r."shippedAt" from jsonb_to_recordset($2::jsonb)
        as r (id uuid, key text, carrier text, "trackingNumber" text, "trackingUrl" text, actor text, "shippedAt" timestamptz)`,
    values: [id, asJson(shipments)],
  });
  await transaction.execute({
    text: `insert into order_shipment_lines (shipment_id, position, quantity) select r.id, l.position, l.quantity
      from jsonb_to_recordset($1::jsonb) as r (id uuid, lines jsonb) cross join jsonb_to_recordset(r.lines) as l (position int, quantity int)`,
    values: [asJson(shipments)],
  });
}

async function writeRefunds(transaction: Transaction, { id, refunds }: OrderRecord): Promise<void> {
  await transaction.execute({
    text: `insert into order_refunds (id, order_id, key, amount_cents, gateway_cents, shipping_cents, reason, actor, state, gateway_refund_id, failure, created_at, completed_at)
      select r.id, $1, r.key, r."amountCents", r."gatewayCents", r."shippingCents", r.reason, r.actor, r.state, r."gatewayRefundId", r.failure, r."createdAt", r."settledAt"
      from jsonb_to_recordset($2::jsonb) as r (id uuid, key text, "amountCents" int, "gatewayCents" int, "shippingCents" int, reason text, actor text,
        state text, "gatewayRefundId" text, failure text, "createdAt" timestamptz, "settledAt" timestamptz)`,
    values: [id, asJson(refunds)],
  });
  await transaction.execute({
    text: `insert into order_refund_lines (refund_id, position, quantity, withdrawn, restocked, amount_cents)
      select r.id, l.position, l.quantity, l.withdrawn, l.restocked, l."amountCents" from jsonb_to_recordset($1::jsonb) as r (id uuid, lines jsonb)
      cross join jsonb_to_recordset(r.lines) as l (position int, quantity int, withdrawn int, restocked int, "amountCents" int)`,
    values: [asJson(refunds)],
  });
}

/** Inserts missing orders. An order with a known number or id is not changed. */
export async function writeOrders(
  transaction: Transaction,
  records: readonly OrderRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  let added = 0;
  for (const record of records) {
    const existing = await transaction.queryOne({
      text: 'select id from orders where id = $1 or (market = $2 and number = $3)',
      values: [record.id, record.market, record.number],
    });
    if (existing) continue;
    await writeOrder(transaction, record);
    added += 1;
  }
  // Numbers of imported orders must not be assigned again [ORD-1].
  if (added > 0)
    await transaction.execute({
      text: `insert into order_numbers as n (market, last)
        select market, greatest(max(number), ${FIRST_ORDER_NUMBER} - 1) from orders where number is not null group by market
        on conflict (market) do update set last = greatest(n.last, excluded.last)`,
    });
  return { added, changed: 0, unchanged: records.length - added };
}
