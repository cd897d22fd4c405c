/** The SQL of a customer's orders: for the account pages, the download of their data, and account deletion. */

import { ORDER_STATUSES, type OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import type { Market } from '#markets/market.ts';
import { HAS_UNSHIPPED } from './fulfilment.repository.ts';
import { HANDED_OVER } from './labels/label.repository.ts';

export const ORDERS_A_PAGE = 30;
/** Maximum number of bottles shown per order in a list. */
const SHOWN = 4;

interface Row {
  readonly id: string;
  readonly number: number;
  readonly status: OrderStatus;
  readonly placedAt: Date;
  readonly totalCents: number;
  readonly cases: number;
  readonly lines: readonly { readonly name: string; readonly imageUrl: string }[];
}

/** Lists placed orders of a customer in a market, the newest first. Reads one more than a page to detect another page. */
export async function ordersOfCustomer(db: Queryable, customerId: number, market: Market, before: number | null) {
  const rows = await db.queryMany<Row>({
    name: 'customer-order.ordersOfCustomer',
    text: `select o.id, o.number, o.status, o.placed_at as "placedAt", o.total_cents as "totalCents",
      (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id and l.summary->>'sku' not like '%GIFT%') as cases,
      (select coalesce(json_agg(json_build_object('name', l.summary->>'name', 'imageUrl', l.summary->>'imageUrl') order by l.position), '[]')
        from order_lines l where l.order_id = o.id and l.position < ${SHOWN}) as lines
      from orders o where o.customer_id = $1 and o.market = $2 and o.number is not null and o.placed_at is not null and o.number < coalesce($3, 2147483647)
      order by o.number desc limit ${ORDERS_A_PAGE + 1}`,
    values: [customerId, market, before],
  });
  return {
    more: rows.length > ORDERS_A_PAGE,
    orders: rows.slice(0, ORDERS_A_PAGE).map(({ id, number, status, placedAt, totalCents, cases, lines }) => ({
      id,
      number,
      status,
      statusGroup: ORDER_STATUSES[status].group,
      placedAt: placedAt.toISOString(),
      total: toDecimal(totalCents),
      cases,
      names: lines.map(({ name }) => name),
      imageUrls: lines.map(({ imageUrl }) => imageUrl),
    })),
  };
}

/** Lists the offer ids of a customer's last orders in a market, the newest first. Repeated purchases repeat the id. */
export async function offersBought(db: Queryable, customerId: number, market: Market): Promise<string[]> {
  const rows = await db.queryMany<{ offer_id: string }>({
    name: 'customer-order.offersBought',
    text: `select l.offer_id from orders o join order_lines l on l.order_id = o.id
      where o.customer_id = $1 and o.market = $2 and o.number is not null order by o.number desc, l.position limit 200`,
    values: [customerId, market],
  });
  return rows.map(({ offer_id }) => offer_id);
}

/** Returns true if a placed order belongs to a customer. */
export const isOrderOf = async (db: Queryable, customerId: number, orderId: string): Promise<boolean> =>
  (await db.queryOne({
    name: 'customer-order.isOrderOf',
    text: 'select id from orders where id = $1 and customer_id = $2 and number is not null',
    values: [orderId, customerId],
  })) !== null;

/** Final statuses of an order. One that was refunded in part is final once nothing is left to send. */
const FINAL: readonly OrderStatus[] = ['Cancelled', 'Declined', 'Refunded', 'Partially Refunded', 'Completed'];
/** Maximum days for which an unfinished order keeps the recipient after the account is deleted. */
const RECIPIENT_RETENTION_DAYS = 60;
const MARK = 'account_deleted';
/** SQL of the details that an order keeps once its buyer is erased. Accounting needs the locality for tax. The rest is personal data. */
const NOBODY = `jsonb_build_object('email', '', 'firstName', '', 'lastName', '', 'phone', '', 'address', '', 'suburb', '', 'instructions', '', 'giftMessage', '',
  'state', details->'state', 'postcode', details->'postcode', 'authorityToLeave', false)`;

/** Days after which the e-mail of a gift card counts as failed. */
const GIFT_CARD_MAIL_TIMEOUT_DAYS = 7;

/**
 * Erases personal data of deleted accounts from finished orders and their checkouts, gift messages, gift cards that were e-mailed, and what
 * staff wrote. A card keeps its recipient if that is another person (docs/decisions/0059-account-deletion.md).
 * @returns how many
 */
export const anonymiseBuyers = (db: Queryable): Promise<number> =>
  db.execute({
    text: `with over as (
        select o.id, o.checkout_id, email_key(o.email) as email from orders o where o.email <> ''
          and ((o.status = any($1) and (o.status <> 'Partially Refunded' or not ${HAS_UNSHIPPED})) or o.placed_at < now() - interval '${RECIPIENT_RETENTION_DAYS} days')
          and o.id in (select order_id from order_events where event = '${MARK}')
          and not exists (select 1 from gift_cards g where g.order_id = o.id and g.sent_at is null and g.send_at > now() - interval '${GIFT_CARD_MAIL_TIMEOUT_DAYS} days')
      ), entered as (
        update checkouts c set details = '{}' from over where c.id = over.checkout_id
      ), written as (
        update order_lines l set gift_details = null from over where l.order_id = over.id
      ), given as (
        update gift_cards g set sender_name = '', message = '',
          recipient_name = case when email_key(g.recipient_email) = over.email then '' else g.recipient_name end,
          recipient_email = case when email_key(g.recipient_email) = over.email then '' else g.recipient_email end
        from over where g.order_id = over.id
      ), noted as (
        delete from order_notes n using over where n.order_id = over.id
      ), tagged as (
        delete from order_tags t using over where t.order_id = over.id
      ), retagged as (
        delete from order_tag_changes t using over where t.order_id = over.id
      ), redirected as (
        delete from order_delivery_changes d using over where d.order_id = over.id
      ), refunded as (
        update order_refunds r set reason = '' from over where r.order_id = over.id and r.reason <> ''
      ), logged as (
        update order_events e set data = e.data - array['reason', 'trackingNumber'] from over
        where e.order_id = over.id and e.data ?| array['reason', 'trackingNumber']
      ), linked as (
        delete from order_links l using over where l.order_id = over.id
      ), drawn as (
        delete from parcel_label_documents d using parcel_labels l, over where l.id = d.label_id and l.order_id = over.id
      ), labelled as (
        update parcel_labels l set tracking_number = '', tracking_url = '', failure = '',
          state = case l.state when 'failed' then 'cancelled' else l.state end,
          carrier_reference = case when exists (select 1 from parcel_events e where e.label_id = l.id and e.status = '${HANDED_OVER}')
            then '' else l.carrier_reference end
        from over where l.order_id = over.id
      ), shipped as (
        update order_shipments s set tracking_number = '', tracking_url = '' from over where s.order_id = over.id
      )
      update orders o set email = '', details = ${NOBODY} from over where o.id = over.id`,
    values: [FINAL],
  });

/**
 * Reads a customer's orders for "download my data", without personal data after the account is deleted. Staff can download it too, so it has
 * no collection codes.
 */
export const orderData = {
  name: 'orders',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: `select o.number, o.market, o.status, o.placed_at, o.email, o.details #- '{collection,code}' as details, o.totals,
        (select json_agg(json_build_object('name', l.summary->>'name', 'quantity', l.quantity, 'list_cents', l.list_cents,
          'discount_cents', l.discount_cents, 'gift', l.gift_details) order by l.position) from order_lines l where l.order_id = o.id) as lines,
        (select json_agg(json_build_object('at', d.at, 'delivery', d.before) order by d.event_id) from order_delivery_changes d where d.order_id = o.id) as earlier_deliveries
        from orders o where o.customer_id = $1 and o.number is not null order by o.placed_at`,
      values: [id],
    }),
  readNotes: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany<{ about: string; market: string; at: Date; author: string; text: string }>({
      text: `with own as (select id, 'order #' || number as about, market from orders where customer_id = $1 and number is not null)
        select o.about, o.market, n.at, n.author, n.text from own o join order_notes n on n.order_id = o.id
        union all select o.about, o.market, e.at, e.actor, e.data ->> 'reason' from own o join order_events e on e.order_id = o.id
          where e.data ->> 'reason' <> ''
        union all select o.about, o.market, t.at, t.author, array_to_string(t.added || t.removed, ', ') from own o
          join order_tag_changes t on t.order_id = o.id`,
      values: [id],
    }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({
      text: `insert into order_events (order_id, event) select id, $2 from orders where customer_id = $1 order by id`,
      values: [id, MARK],
    });
    await transaction.execute({ text: 'update orders set customer_id = 0 where customer_id = $1', values: [id] });
    await transaction.execute({
      text: 'delete from checkouts c where customer_id = $1 and not exists (select 1 from orders o where o.checkout_id = c.id)',
      values: [id],
    });
    await transaction.execute({ text: 'update checkouts set customer_id = 0 where customer_id = $1', values: [id] });
    await anonymiseBuyers(transaction);
  },
} as const;
