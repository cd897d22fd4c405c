/** The SQL of disputes. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { DisputeStatus, GatewayDispute } from '#domains/selling/payments/port/payment-port.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** A reported dispute of a placed order of this shop. */
export interface DisputeReport extends Omit<GatewayDispute, 'orderId' | 'installationId'> {
  readonly orderId: string;
}

export interface Dispute extends DisputeReport {
  readonly statusBefore: OrderStatus;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

const COLUMNS = `gateway, id, order_id as "orderId", amount_cents as "amountCents", reason, status, evidence_due_at as "evidenceDueAt",
  status_before as "statusBefore", opened_at as "openedAt", closed_at as "closedAt"`;

/** Lists the disputes of an order, the oldest first. */
export const disputesOf = (db: Queryable, orderId: string): Promise<Dispute[]> =>
  db.queryMany<Dispute>({
    name: 'dispute.disputesOf',
    text: `select ${COLUMNS} from order_disputes where order_id = $1 order by opened_at, id`,
    values: [orderId],
  });

export interface ListedDispute extends Dispute {
  readonly market: Market;
  /** Null if the order was not placed. */
  readonly number: number | null;
}

/** Lists disputes for staff: first those whose evidence is due first, closed ones last. */
export const listDisputes = (db: Queryable, statuses: readonly DisputeStatus[]): Promise<ListedDispute[]> =>
  db.queryMany<ListedDispute>({
    text: `select d.*, o.market, o.number from (select ${COLUMNS} from order_disputes where status = any($1)) d join orders o on o.id = d."orderId"
      order by d.status <> 'open', d."evidenceDueAt" nulls last, d."openedAt" limit 200`,
    values: [statuses],
  });

export const insertDispute = (transaction: Transaction, statusBefore: OrderStatus, report: DisputeReport): Promise<number> =>
  transaction.execute({
    name: 'dispute.insertDispute',
    text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, evidence_due_at, status_before)
      values ($1, $2, $3, $4, $5, 'open', $6, $7)`,
    values: [report.gateway, report.id, report.orderId, report.amountCents, report.reason, report.evidenceDueAt, statusBefore],
  });

export const closeDispute = (transaction: Transaction, { gateway, id }: Dispute, status: 'won' | 'lost'): Promise<number> =>
  transaction.execute({
    name: 'dispute.closeDispute',
    text: 'update order_disputes set status = $3, closed_at = now() where gateway = $1 and id = $2',
    values: [gateway, id, status],
  });

export const setEvidenceDueAt = (transaction: Transaction, { gateway, id }: Dispute, dueAt: Date): Promise<number> =>
  transaction.execute({
    name: 'dispute.setEvidenceDueAt',
    text: 'update order_disputes set evidence_due_at = $3 where gateway = $1 and id = $2',
    values: [gateway, id, dueAt],
  });
