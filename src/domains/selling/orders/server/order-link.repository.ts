/** SQL of links to orders for buyers without an account. Tokens exist in emails only; the table has their hashes. */
import { createHash, randomBytes } from 'node:crypto';
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { Market } from '#markets/market.ts';

export const ORDER_LINK_HOURS = 24;
/** Days for which an ended link is stored, so that it can be told who had one. */
const RETENTION_DAYS = 30;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface FoundOrder {
  readonly id: string;
  readonly status: OrderStatus;
  readonly since: Date;
  readonly isGiftCardOnly: boolean;
  readonly isCollected: boolean;
  readonly deliveredOn: string | null;
}

/**
 * Finds a placed order by number and email. One statement, whether there is no such number or it belongs to another address. An order
 * whose buyer was erased has no address and is not found.
 */
export const findTrackedOrder = (db: Queryable, market: Market, number: number, email: string): Promise<FoundOrder | null> =>
  db.queryOne<FoundOrder>({
    name: 'order-link.findTrackedOrder',
    text: `select o.id, o.status,
        coalesce((select max(e.at) from order_events e where e.order_id = o.id and e.data ->> 'to' = o.status), o.placed_at) as since,
        not exists (select 1 from order_lines l where l.order_id = o.id and l.summary ->> 'category' is distinct from 'Gift card')
          as "isGiftCardOnly",
        o.details ? 'collection' as "isCollected",
        (select case when bool_and(last.day is not null) then max(last.day)::text end from order_shipments s
          left join lateral (select d.day from delivery_outcomes d where d.shipment_id = s.id and d.undone_at is null and d.outcome = 'delivered'
            order by d.id desc limit 1) last on true
          where s.order_id = o.id) as "deliveredOn"
      from orders o where o.market = $1 and o.number = $2 and o.placed_at is not null and o.email <> '' and email_key(o.email) = $3`,
    values: [market, number, emailKey(email)],
  });

/** Creates a link. @returns its token */
export async function createOrderLink(db: Queryable, orderId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.execute({
    name: 'order-link.createOrderLink',
    text: `insert into order_links (token_hash, order_id, expires_at) values ($1, $2, now() + make_interval(hours => ${ORDER_LINK_HOURS}))`,
    values: [hashToken(token), orderId],
  });
  return token;
}

export interface OpenLink {
  readonly orderId: string;
  readonly expiresAt: Date;
}

/** Finds what a link opens. @returns null if it has expired, was ended, or never existed */
export const findOrderLink = (db: Queryable, token: string): Promise<OpenLink | null> =>
  db.queryOne<OpenLink>({
    name: 'order-link.findOrderLink',
    text: `select order_id as "orderId", expires_at as "expiresAt" from order_links
      where token_hash = $1 and ended_at is null and expires_at > now()`,
    values: [hashToken(token)],
  });

/** Ends a link. Does nothing if it has ended. */
export const endOrderLink = (db: Queryable, token: string): Promise<number> =>
  db.execute({
    name: 'order-link.endOrderLink',
    text: 'update order_links set ended_at = now() where token_hash = $1 and ended_at is null',
    values: [hashToken(token)],
  });

/** Deletes links that ended long ago. @returns how many */
export const purgeOrderLinks = (db: Queryable): Promise<number> =>
  db.execute({
    name: 'order-link.purgeOrderLinks',
    text: `delete from order_links where expires_at < now() - interval '${RETENTION_DAYS} days'`,
  });
