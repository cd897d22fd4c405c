/**
 * Disputes of payments (chargebacks) as a gateway reports them. They change the status of the order, write ledger entries and record
 * events with the deadline for evidence (docs/decisions/0098-disputes.md). Reports may be repeated, late or out of order.
 */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import { findOrder, recordEvent, setStatus } from '#domains/selling/checkout/server/order.repository.ts';
import type { GatewayDispute } from '#domains/selling/payments/port/payment-port.ts';
import { installationId, PaymentAlertRaised, raiseAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { isUuid } from '#lib/is-uuid.ts';
import { recordEntry } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import { closeDispute, type Dispute, type DisputeReport, disputesOf, insertDispute, setEvidenceDueAt } from './dispute.repository.ts';
import { lockPlaced, type PlacedOrder } from './order-deps.ts';
import { completeDelivered, statusToRestore } from './outcomes/complete-delivered.ts';

/** Ledger accounts of a market: money that banks hold while disputes are open, and money that was lost. */
export const disputedAccount = (market: Market): string => `disputed:${market}`;
export const chargebackAccount = (market: Market): string => `chargebacks:${market}`;

/**
 * Prevents a refund while the bank may return the same money, or that the order is handed over unpaid.
 * @throws OrderActionError while a dispute of the order is open
 */
export async function assertNotDisputed(
  transaction: Transaction,
  order: PlacedOrder,
  consequence = 'nothing can be refunded now',
): Promise<void> {
  const open = (await disputesOf(transaction, order.id)).find(({ status }) => status === 'open');
  if (open)
    throw new OrderActionError(
      `The payment of order #${order.number} is disputed (${open.id}). The bank holds the money until it decides, so ${consequence}.`,
    );
}

/** Changes the status of the order if it may follow. A dispute is recorded in any case. */
async function transitionIfAllowed(
  transaction: Transaction,
  order: PlacedOrder,
  to: OrderStatus,
): Promise<Readonly<Record<string, unknown>>> {
  if (order.status === to || !canTransition(order.status, to)) return {};
  await setStatus(transaction, order.id, to);
  return { from: order.status, to };
}

async function open(transaction: Transaction, order: PlacedOrder, report: DisputeReport): Promise<void> {
  const { gateway, id, amountCents, reason, evidenceDueAt } = report;
  await insertDispute(transaction, order.status, report);
  const note = `Order #${order.number}: ${reason}`;
  const source = `dispute:${gateway}:${id}:opened`;
  await recordEntry(transaction, { account: disputedAccount(order.market), kind: 'dispute', cents: amountCents, source, note });
  const moved = await transitionIfAllowed(transaction, order, 'Disputed');
  const data = { dispute: id, amountCents, reason, evidenceDueAt: evidenceDueAt?.toISOString() ?? null, ...moved };
  await recordEvent(transaction, order.id, 'disputed', data, gateway);
}

async function close(transaction: Transaction, order: PlacedOrder, dispute: Dispute, status: 'won' | 'lost'): Promise<void> {
  const { gateway, id, amountCents, statusBefore } = dispute;
  await closeDispute(transaction, dispute, status);
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
  const lost = amountCents >= order.chargeCents ? 'Refunded' : 'Partially Refunded';
  const after = status === 'won' ? await statusToRestore(transaction, order.id, statusBefore) : lost;
  const moved = order.status === 'Disputed' && others.length === 0 ? await restore(transaction, order, after) : {};
  await recordEvent(transaction, order.id, `dispute_${status}`, { dispute: id, amountCents, ...moved }, gateway);
  // What was delivered during the dispute did not complete the order.
  if (status === 'won') await completeDelivered(transaction, order.id, 'shop');
}

/** Returns an order to the status before its dispute, whichever that was. */
async function restore(transaction: Transaction, order: PlacedOrder, to: OrderStatus): Promise<Readonly<Record<string, unknown>>> {
  await setStatus(transaction, order.id, to);
  return { from: order.status, to };
}

/**
 * Records a reported dispute. A closed dispute stays closed. One that was never reported as open is opened first, so that the log of
 * the order is complete.
 * @throws OrderActionError if the order was not placed
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
    await setEvidenceDueAt(transaction, dispute, due);
    await recordEvent(transaction, order.id, 'dispute_updated', { dispute: report.id, evidenceDueAt: due.toISOString() }, report.gateway);
  });

/**
 * Handles a dispute as its gateway reports it. Ignores disputes of unknown payments that name another installation, which may share the
 * account. A payment of an order here may name one, too: the database was restored since.
 * @throws PaymentAlertRaised if no order of this shop explains it, once per dispute
 */
export async function handleGatewayDispute(
  database: Database,
  { orderId, installationId: origin, ...report }: GatewayDispute,
): Promise<void> {
  const order = orderId !== null && isUuid(orderId) ? await findOrder(database, orderId) : null;
  if (order && order.number !== null) return recordDispute(database, { ...report, orderId: order.id });
  if (origin !== null && origin !== (await installationId(database))) return;
  const detail = `Dispute ${report.id} (${report.reason}) is about a payment that has no order here.`;
  const alert = { gateway: report.gateway, subject: report.id, kind: 'unknown_dispute', amountCents: report.amountCents, detail } as const;
  if (await raiseAlert(database, alert)) throw new PaymentAlertRaised(detail);
}
