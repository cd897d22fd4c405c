/** SQL of refused and returned parcels that wait for staff. */
import { canTransition, ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable } from '#lib/db/pool.ts';

const NEVER_DELIVERED = `exists (select 1 from delivery_outcomes b where b.shipment_id = h.id and b.undone_at is null and b.outcome in ('refused', 'returned'))
  and not exists (select 1 from delivery_outcomes b where b.shipment_id = h.id and b.undone_at is null and b.outcome = 'delivered')`;

/** Cases of a line in parcels of the order that nobody has, and cases that were sent and refunded. */
const CAME_BACK = `(select sum(c.quantity) from order_shipment_lines c join order_shipments h on h.id = c.shipment_id
  where h.order_id = p.id and c.position = g.position and ${NEVER_DELIVERED})`;
const REFUNDED = `(select coalesce(sum(x.quantity - x.withdrawn), 0) from order_refund_lines x join order_refunds r on r.id = x.refund_id
  where r.order_id = p.id and x.position = g.position and r.state <> 'refused')`;

/** An amount without cases. That of a claim is for the wines of the claim. */
const AMOUNT_REFUNDED = `exists (select 1 from order_refunds r where r.order_id = p.id and r.state <> 'refused' and r.created_at > d.recorded_at
  and r.amount_cents > r.shipping_cents and not exists (select 1 from order_refund_lines x where x.refund_id = r.id)
  and not exists (select 1 from claims k where k.refund_id = r.id))`;

/** Claims whose refund the gateway refused, or whose replacement was cancelled, wait again. */
const CLAIM_DECIDED = `exists (select 1 from claims k join claim_lines m on m.claim_id = k.id
  join order_shipment_lines g on g.shipment_id = d.shipment_id and g.position = m.position
  where k.order_id = p.id and k.state in ('refunded', 'credited', 'replaced') and k.decided_at > d.recorded_at
    and not exists (select 1 from order_refunds r where r.id = k.refund_id and r.state = 'refused')
    and not exists (select 1 from orders n where n.id = k.replacement_id and n.status = 'Cancelled'))`;

/** Staff say that the buyer has the wine, such as after they sent it again. */
const MARKED = `(p.status = 'Completed' and exists (select 1 from order_events e
  where e.order_id = p.id and e.event = 'marked' and e.data->>'to' = 'Completed' and e.at > d.recorded_at))`;

/** SQL: what follows the outcome `d` of a shipment of the order `p` was done. */
const SETTLED = `(p.status in ('Refunded', 'Cancelled') or ${MARKED} or ${AMOUNT_REFUNDED} or ${CLAIM_DECIDED}
  or not exists (select 1 from order_shipment_lines g where g.shipment_id = d.shipment_id and ${CAME_BACK} > ${REFUNDED}))`;

const FOLLOWED = `exists (select 1 from delivery_outcomes n where n.shipment_id = d.shipment_id and n.id > d.id and n.undone_at is null)`;

/** `delivery_outcomes_unsettled_idx` has the few. */
const OPEN = `delivery_outcomes d join order_shipments s on s.id = d.shipment_id join orders p on p.id = s.order_id
  where d.outcome in ('refused', 'returned') and d.undone_at is null and not d.is_settled`;

/** SQL: ids of the orders with a parcel that was refused or returned last, until staff did what follows. */
export const UNDELIVERED_ORDERS = `select s.order_id from ${OPEN} and not ${FOLLOWED} and not ${SETTLED}`;

const MARKED_AT_ONCE = 2_000;
/** Minutes without an event after which nobody takes back what settled an order. */
const QUIET_MINUTES = 60;

/** Statuses of a replacement that may still be cancelled, so that its claim waits again. */
const CANCELLABLE = ORDER_STATUS_NAMES.filter((status) => canTransition(status, 'Cancelled'));

/**
 * Marks refused and returned parcels that wait for nobody, so that the list of those that wait does not look at them again.
 * @returns how many
 */
export async function markSettledOutcomes(db: Queryable, quietMinutes: number = QUIET_MINUTES): Promise<number> {
  for (let marked = 0; ; ) {
    const rows = await db.execute({
      name: 'undelivered.markSettledOutcomes',
      text: `update delivery_outcomes t set is_settled = true from (select d.id from ${OPEN} and (${FOLLOWED} or ${SETTLED})
          and not exists (select 1 from order_refunds r where r.order_id = p.id and r.state = 'intended')
          and not exists (select 1 from order_events e where e.order_id = p.id and e.at > now() - make_interval(mins => $1))
          and not exists (select 1 from claims k join orders n on n.id = k.replacement_id where k.order_id = p.id and (n.status = any($2)
            or exists (select 1 from order_events e where e.order_id = n.id and e.at > now() - make_interval(mins => $1))))
        limit ${MARKED_AT_ONCE}) f where t.id = f.id`,
      values: [quietMinutes, CANCELLABLE],
    });
    marked += rows;
    if (rows < MARKED_AT_ONCE) return marked;
  }
}
