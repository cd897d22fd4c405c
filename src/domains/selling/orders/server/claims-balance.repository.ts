/** SQL of what claims gave for an order besides refunds. */
import type { Queryable } from '#lib/db/pool.ts';

/** Reads what was given as credit or sent again for claims of an order, in cents. A replacement that was cancelled gave nothing. */
export async function readGivenForClaims(db: Queryable, orderId: string): Promise<number> {
  const row = await db.queryOne<{ givenCents: number }>({
    name: 'claims-balance.readGivenForClaims',
    text: `select coalesce(sum(c.amount_cents), 0)::int as "givenCents" from claims c
      where c.order_id = $1 and (c.state = 'credited'
        or c.state = 'replaced' and not exists (select 1 from orders n where n.id = c.replacement_id and n.status = 'Cancelled'))`,
    values: [orderId],
  });
  return row?.givenCents ?? 0;
}
