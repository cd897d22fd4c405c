/**
 * Disputes of payments (chargebacks), as a gateway reports them: they become the order's status, entries of the ledger and events
 * with the deadline for evidence (decision 98). A report may come twice, late or out of order.
 */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import { findOrder, recordEvent } from '#domains/selling/checkout/server/order.repository.ts';
import type { DisputeStatus, GatewayDispute } from '#domains/selling/payments/port/payment-port.ts';
import { installationId, PaymentAlertRaised, raiseAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { recordEntry } from '#lib/server/ledger.ts';
import type { Market } from '#markets/market.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import { lockPlaced, type PlacedOrder } from './order-deps.ts';

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

/** Money that banks hold back while disputes are open, and money that was lost to them, by market. */
export const disputedAccount = (market: Market): string => `disputed:${market}`;
export const chargebackAccount = (market: Market): string => `chargebacks:${market}`;

/** Disputes of an order, the oldest first. */
export const disputesOf = (db: Queryable, orderId: string): Promise<Dispute[]> =>
  db.queryMany<Dispute>({
    name: 'order.disputes',
    text: `select ${COLUMNS} from order_disputes where order_id = $1 order by opened_at, id`,
    values: [orderId],
  });

export interface ListedDispute extends Dispute {
  readonly market: Market;
  readonly number: number;
}

/** Disputes for staff: those whose evidence is due first come first, closed ones last. */
export const listDisputes = (db: Queryable, statuses: readonly DisputeStatus[]): Promise<ListedDispute[]> =>
  db.queryMany<ListedDispute>({
    text: `select d.*, o.market, o.number from (select ${COLUMNS} from order_disputes where status = any($1)) d join orders o on o.id = d."orderId"
      order by d.status <> 'open', d."evidenceDueAt" nulls last, d."openedAt" limit 200`,
    values: [statuses],
  });

/** Keeps money from being given back twice. @throws OrderActionError while a dispute of the order is open */
export async function refuseWhileDisputed(transaction: Transaction, order: PlacedOrder): Promise<void> {
  const open = (await disputesOf(transaction, order.id)).find(({ status }) => status === 'open');
  if (open)
    throw new OrderActionError(
      `The payment of order #${order.number} is disputed (${open.id}). The bank holds the money until it decides, so nothing can be given back now.`,
    );
}

/** Sets the order's status where it may follow; a dispute is recorded in any case. */
async function setStatus(transaction: Transaction, order: PlacedOrder, to: OrderStatus): Promise<Readonly<Record<string, unknown>>> {
  if (order.status === to || !canTransition(order.status, to)) return {};
  await transaction.execute({ name: 'order.move', text: 'update orders set status = $2 where id = $1', values: [order.id, to] });
  return { from: order.status, to };
}

async function open(transaction: Transaction, order: PlacedOrder, report: DisputeReport): Promise<void> {
  const { gateway, id, amountCents, reason, evidenceDueAt } = report;
  await transaction.execute({
    name: 'dispute.open',
    text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, evidence_due_at, status_before)
      values ($1, $2, $3, $4, $5, 'open', $6, $7)`,
    values: [gateway, id, order.id, amountCents, reason, evidenceDueAt, order.status],
  });
  const note = `Order #${order.number}: ${reason}`;
  const source = `dispute:${gateway}:${id}:opened`;
  await recordEntry(transaction, { account: disputedAccount(order.market), kind: 'dispute', cents: amountCents, source, note });
  const moved = await setStatus(transaction, order, 'Disputed');
  const data = { dispute: id, amountCents, reason, evidenceDueAt: evidenceDueAt?.toISOString() ?? null, ...moved };
  await recordEvent(transaction, order.id, 'disputed', data, gateway);
}

async function close(transaction: Transaction, order: PlacedOrder, dispute: Dispute, status: 'won' | 'lost'): Promise<void> {
  const { gateway, id, amountCents, statusBefore } = dispute;
  await transaction.execute({
    name: 'dispute.close',
    text: 'update order_disputes set status = $3, closed_at = now() where gateway = $1 and id = $2',
    values: [gateway, id, status],
  });
  const source = `dispute:${gateway}:${id}:${status}`;
  const note = `Order #${order.number}`;
  await recordEntry(transaction, { account: disputedAccount(order.market), kind: status, cents: -amountCents, source, note });
  if (status === 'lost')
    await recordEntry(transaction, {
      account: chargebackAccount(order.market),
      kind: 'lost',
      cents: amountCents,
      source: `${source}:chargeback`,
      note,
    });
  const others = (await disputesOf(transaction, order.id)).filter((other) => other.status === 'open');
  const after: OrderStatus = status === 'won' ? statusBefore : amountCents >= order.chargeCents ? 'Refunded' : 'Partially Refunded';
  const moved = order.status === 'Disputed' && others.length === 0 ? await restore(transaction, order, after) : {};
  await recordEvent(transaction, order.id, `dispute_${status}`, { dispute: id, amountCents, ...moved }, gateway);
}

/** A won dispute gives the order back the status it had, whichever that was. */
async function restore(transaction: Transaction, order: PlacedOrder, to: OrderStatus): Promise<Readonly<Record<string, unknown>>> {
  await transaction.execute({ name: 'order.move', text: 'update orders set status = $2 where id = $1', values: [order.id, to] });
  return { from: order.status, to };
}

/**
 * Records what a gateway reports of a dispute. One that is closed stays closed; a closed one that was never reported open is opened
 * first, so that its log is whole.
 * @throws OrderActionError where there is no such placed order
 */
export const recordDispute = (database: Database, report: DisputeReport): Promise<void> =>
  database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, report.orderId);
    const find = async (): Promise<Dispute | undefined> =>
      (await disputesOf(transaction, order.id)).find(({ gateway, id }) => gateway === report.gateway && id === report.id);
    const before = await find();
    if (!before) await open(transaction, order, report);
    const dispute = before ?? (await find());
    if (!dispute || dispute.status !== 'open') return;
    if (report.status !== 'open') return close(transaction, await lockPlaced(transaction, order.id), dispute, report.status);
    const [old, due] = [dispute.evidenceDueAt, report.evidenceDueAt];
    if (due === null || old?.getTime() === due.getTime()) return;
    await transaction.execute({
      name: 'dispute.due',
      text: 'update order_disputes set evidence_due_at = $3 where gateway = $1 and id = $2',
      values: [report.gateway, report.id, due],
    });
    await recordEvent(transaction, order.id, 'dispute_updated', { dispute: report.id, evidenceDueAt: due.toISOString() }, report.gateway);
  });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Handles a dispute as its gateway reports it. Ignores disputes of other installations that share the account.
 * @throws PaymentAlertRaised if no order of this shop explains it, once per dispute
 */
export async function handleGatewayDispute(
  database: Database,
  { orderId, installationId: origin, ...report }: GatewayDispute,
): Promise<void> {
  if (origin !== null && origin !== (await installationId(database))) return;
  const order = orderId !== null && UUID.test(orderId) ? await findOrder(database, orderId) : null;
  if (order && order.number !== null) return recordDispute(database, { ...report, orderId: order.id });
  const detail = `Dispute ${report.id} (${report.reason}) is about a payment that has no order here.`;
  const alert = { gateway: report.gateway, subject: report.id, kind: 'unknown_dispute', amountCents: report.amountCents, detail } as const;
  if (await raiseAlert(database, alert)) throw new PaymentAlertRaised(detail);
}
