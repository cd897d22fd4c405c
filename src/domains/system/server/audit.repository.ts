/**
 * SQL of the audit: invariants that hold in every committed state of the database, at rest and under load. What another system has
 * to confirm first, such as a refund that is still intended, is left out.
 */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

interface Finding {
  /** The record that differs, such as an order. */
  readonly subject: string;
}

/** Reads the database as it was at one moment for the rest of the transaction, without the right to change it. */
export const freezeSnapshot = (transaction: Transaction): Promise<number> =>
  transaction.execute({ text: 'set transaction isolation level repeatable read, read only' });

/** Lists products whose level is not the sum of their movements. */
export const findStockWithoutMovements = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findStockWithoutMovements',
    text: `select format('product %s %s: %s in stock, movements make %s', s.product_id, s.market, s.level - s.oversold, coalesce(m.quantity, 0)) as subject
      from stock_levels s
        left join (select product_id, market, sum(quantity) as quantity from stock_movements group by product_id, market) m
          on m.product_id = s.product_id and m.market = s.market
      where s.level - s.oversold <> coalesce(m.quantity, 0) order by s.product_id, s.market`,
  });

/** Lists products whose reserved cases are not those of orders in payment. */
export const findStockWithoutReservations = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findStockWithoutReservations',
    text: `select format('product %s %s: %s reserved, orders reserve %s', s.product_id, s.market, s.reserved, coalesce(r.quantity, 0)) as subject
      from stock_levels s
        left join (select product_id, market, sum(quantity) as quantity from stock_reservations where state = 'active' group by product_id, market) r
          on r.product_id = s.product_id and r.market = s.market
      where s.reserved <> coalesce(r.quantity, 0) order by s.product_id, s.market`,
  });

/**
 * Lists carts that were ordered more than once: the same version of a cart, or one while another order of it was being paid. What was added
 * to a cart during a payment stays in it, and is ordered later.
 */
export const findRepeatedOrders = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findRepeatedOrders',
    text: `select format('cart %s: %s orders', o.cart_id, count(*)) as subject from orders o
      where o.number is not null and exists (select 1 from orders e where e.cart_id = o.cart_id and e.id <> o.id and e.number is not null
        and (e.cart_version = o.cart_version or (e.created_at < o.placed_at and o.created_at < e.placed_at)))
      group by o.cart_id order by o.cart_id`,
  });

/** Lists placed orders with a charge and no payment. Orders that were imported were paid elsewhere. */
export const findOrdersWithoutPayment = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findOrdersWithoutPayment',
    text: `select format('order %s %s: %s cents and no payment', o.number, o.market, o.charge_cents) as subject from orders o
        join checkouts c on c.id = o.checkout_id and c.token_hash not like 'imported %'
      where o.number is not null and o.charge_cents > 0 and o.payment_id is null order by o.number`,
  });

/** Lists placed orders whose test payment was not captured, or captured another amount. */
export const findUncapturedPayments = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findUncapturedPayments',
    text: `select format('order %s %s: payment is %s over %s cents, not %s', o.number, o.market, p.status, p.amount_cents, o.charge_cents) as subject
      from orders o join sandbox_gateway.payments p on p.id = o.payment_id
      where o.number is not null and (p.status not in ('captured', 'refunded') or p.amount_cents <> o.charge_cents) order by o.number`,
  });

/** Lists orders of which more was refunded than was paid. */
export const findExcessiveRefunds = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findExcessiveRefunds',
    text: `select format('order %s: %s of %s cents refunded', o.number, sum(r.amount_cents), o.total_cents) as subject
      from orders o join order_refunds r on r.order_id = o.id where r.state <> 'refused'
      group by o.id having sum(r.amount_cents) > o.total_cents order by o.number`,
  });

/** Lists claims whose replacement does not send the cases, or has not taken what it sends from stock. */
export const findReplacementsWithoutStock = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findReplacementsWithoutStock',
    text: `select format('order %s %s: sends %s cases again, the claim says %s, the stock gave %s', o.number, o.market, coalesce(l.cases, 0), coalesce(r.cases, 0), coalesce(s.cases, 0)) as subject
      from claims c join orders o on o.id = c.replacement_id and o.status <> 'Cancelled'
        left join lateral (select sum(quantity) as cases from order_lines where order_id = o.id) l on true
        left join lateral (select sum(cases) as cases from claim_replacement_lines where order_id = o.id and claim_id = c.id) r on true
        left join lateral (select sum(quantity) as cases from stock_reservations where order_id = o.id and state = 'committed') s on true
      where l.cases is distinct from r.cases or l.cases is distinct from s.cases or o.total_cents <> 0 order by o.number`,
  });

/** Lists orders of which refunds, credit and what was sent again for claims come to more than was paid, without refunds made by hand. */
export const findExcessiveClaims = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findExcessiveClaims',
    text: `select format('order %s %s: %s of %s cents given back for claims', o.number, o.market, sum(c.amount_cents), o.total_cents) as subject
      from claims c join orders o on o.id = c.order_id
        left join order_refunds f on f.id = c.refund_id and f.state = 'refused' left join orders n on n.id = c.replacement_id and n.status = 'Cancelled'
      where f.id is null and n.id is null group by o.id having sum(c.amount_cents) > o.total_cents order by o.number`,
  });

/** Lists refunds whose part of gift cards and credit is not what the ledger returned. */
export const findRefundsWithoutEntries = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findRefundsWithoutEntries',
    text: `select format('refund %s: %s cents to gift cards and credit, the ledger returned %s', r.id, r.amount_cents - r.gateway_cents, coalesce(l.cents, 0)) as subject
      from order_refunds r
        left join (select split_part(source, ':', 2) as id, sum(cents) as cents from ledger_entries
          where source like 'refund:%' and kind = 'return' group by 1) l on l.id = r.id::text
      where r.state = 'done' and r.amount_cents - r.gateway_cents <> coalesce(l.cents, 0) order by r.id`,
  });

/** Lists orders whose part of gift cards and credit is not what the ledger took. */
export const findOrdersWithoutEntries = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findOrdersWithoutEntries',
    text: `select format('order %s: the ledger took %s cents, not %s', coalesce(o.number::text, o.id::text), coalesce(l.cents, 0),
        case when o.number is null then 0 else o.total_cents - o.charge_cents end) as subject
      from orders o join checkouts c on c.id = o.checkout_id and c.token_hash not like 'imported %'
        left join (select split_part(source, ':', 2) as id, -sum(cents) as cents from ledger_entries
          where source like 'order:%' group by 1) l on l.id = o.id::text
      where coalesce(l.cents, 0) <> case when o.number is null then 0 else o.total_cents - o.charge_cents end order by o.created_at`,
  });

/** Lists accounts of gift cards and credit with less than nothing, or with less than orders in payment reserve. */
export const findOverdrawnAccounts = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findOverdrawnAccounts',
    text: `select format('account %s: %s cents, of which orders reserve %s', a.id, coalesce(e.cents, 0), coalesce(h.cents, 0)) as subject
      from ledger_accounts a
        left join (select account, sum(cents) as cents from ledger_entries group by account) e on e.account = a.id
        left join (select account, sum(cents) as cents from ledger_holds where state = 'active' group by account) h on h.account = a.id
      where coalesce(e.cents, 0) - coalesce(h.cents, 0) < 0 order by a.id`,
  });

/** Lists reserved parts of balances whose order is over. */
export const findAbandonedHolds = (db: Queryable): Promise<Finding[]> =>
  db.queryMany<Finding>({
    name: 'audit.findAbandonedHolds',
    text: `select format('account %s: %s cents reserved for order %s, which is over', h.account, h.cents, h.key) as subject
      from ledger_holds h left join orders o on o.id::text = h.key
      where h.state = 'active' and (o.id is null or o.status <> 'Incomplete') order by h.key, h.account`,
  });
