/** SQL of the orders and gift cards on the credit page. */
import type { CreditAccount } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';

/** Returns order numbers by order or refund id. */
export async function orderNumbersOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.queryMany<{ id: string; number: number }>({
    name: 'credit-view.orderNumbersOf',
    text: `select id, number from orders where id = any($1) and number is not null
      union all select r.id, o.number from order_refunds r join orders o on o.id = r.order_id where r.id = any($1) and o.number is not null`,
    values: [ids],
  });
  return new Map(rows.map(({ id, number }) => [id, number]));
}

interface GivenCardRow {
  readonly id: string;
  readonly recipient: string;
  readonly cents: number;
  readonly number: number;
  readonly sendAt: Date;
  readonly isSent: boolean;
  readonly expiresAt: Date;
}

/** Finds the gift cards that a customer bought, the latest first. */
export const findGivenCards = (db: Queryable, { customerId, market }: CreditAccount): Promise<GivenCardRow[]> =>
  db.queryMany<GivenCardRow>({
    name: 'credit-view.findGivenCards',
    text: `select g.id, coalesce(nullif(g.recipient_name, ''), g.recipient_email) as recipient, g.initial_cents as cents, o.number, g.send_at as "sendAt",
        g.sent_at is not null as "isSent", g.expires_at as "expiresAt"
      from orders o join gift_cards g on g.order_id = o.id where o.customer_id = $1 and o.market = $2 and o.number is not null
      order by o.number desc, g.order_position, g.unit limit 200`,
    values: [customerId, market],
  });
