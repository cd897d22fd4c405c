/** SQL of what changed in orders, for open screens of the office. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface OrderChangeEvent {
  readonly number: number;
  readonly id: string;
  readonly event: string;
  readonly market: Market;
}

/** Returns the number of the last event of any order. */
export async function latestOrderEvent(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'order-changes.latestOrderEvent',
    text: 'select coalesce(max(id), 0) as last from order_events',
  });
  return row?.last ?? 0;
}

/** Lists the events of placed orders after a number. */
export const orderEventsAfter = (db: Queryable, after: number): Promise<OrderChangeEvent[]> =>
  db.queryMany<OrderChangeEvent>({
    name: 'order-changes.orderEventsAfter',
    text: `select e.id as number, e.order_id as id, e.event, o.market from order_events e join orders o on o.id = e.order_id
      where e.id > $1 and o.number is not null order by e.id limit 2000`,
    values: [after],
  });
