/** Formats an order for staff on the command line. */
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { withoutCode } from '#domains/selling/orders/model/collection.ts';
import { formatLocality, handoverOf, isDelivered } from '#domains/selling/orders/model/format-address.ts';
import { unshippedQuantity } from '#domains/selling/orders/model/line-fulfilment.ts';
import { disputesOf } from '#domains/selling/orders/server/dispute.repository.ts';
import {
  readLineFulfilments,
  readRefundableBalance,
  refundsOf,
  shipmentsOf,
} from '#domains/selling/orders/server/fulfilment.repository.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import { staffEvents } from '#domains/selling/orders/server/staff-order.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { suppressionOf } from '#lib/mail/suppression.repository.ts';
import { isLeft } from '#markets/alcohol-law.ts';
import { formatCents, formatMinute } from './command.ts';
import { textTable } from './text-table.ts';

const SUPPRESSION_TEXTS = { bounce: 'No email reaches them', complaint: 'They get no marketing email' } as const;

/** Reads everything that staff see of an order. */
export async function readStaffOrder(database: Database, id: string) {
  const order = await readOrder(database, id);
  if (!order) throw new Error(`order ${id} cannot be read`);
  const [lines, paid, events, shipments, refunds, disputes, suppression] = [
    await readLineFulfilments(database, id),
    await readRefundableBalance(database, id),
    await staffEvents(database, id),
    await shipmentsOf(database, id),
    await refundsOf(database, id),
    await disputesOf(database, id),
    await suppressionOf(database, order.email),
  ];
  return { order: withoutCode(order), lines, paid, events, shipments, refunds, disputes, suppression };
}

export type StaffOrder = Awaited<ReturnType<typeof readStaffOrder>>;

/** `Gift card ending in 3QWE $50.00, card $187.90`. */
const paidWith = ({ market, tenders, charged }: OrderView): string =>
  [...tenders, ...(charged === 0 ? [] : [{ label: 'card', amount: charged }])]
    .map(({ label, amount }) => `${label} ${formatMoneyIn(market, amount)}`)
    .join(', ');

/** Formats an order as plain text: lines, payments, shipments, refunds, disputes and the log. */
export function formatOrder({ order, lines, paid, events, shipments, refunds, disputes, suppression }: StaffOrder): string {
  const { market, details } = order;
  const inMoney = (cents: number): string => formatCents(market, cents);
  return [
    `Order #${order.number} ${market}  ${order.status}  ${formatMinute(new Date(order.placedAt))}`,
    `${details.firstName} ${details.lastName} <${order.email}> ${details.phone}`,
    ...(suppression ? [`${SUPPRESSION_TEXTS[suppression.kind]}: ${suppression.kind}, ${suppression.reason}`] : []),
    ...(isDelivered(order) ? [[details.address, formatLocality(order)].join(', ')] : []),
    ...(details.instructions === '' ? [] : [`Driver: ${details.instructions}`]),
    ...(isLeft(handoverOf(order)) ? ['Authority to leave: in a safe place if no one is home'] : []),
    ...(details.giftMessage === '' ? [] : [`On the card: ${details.giftMessage}`]),
    '',
    textTable(
      ['line', 'what', 'ordered', 'sent', 'to send', 'refunded', 'paid'],
      lines.map((line) => [
        line.position + 1,
        line.name,
        line.quantity,
        line.shipped,
        unshippedQuantity(line),
        line.refunded,
        inMoney(line.netCents),
      ]),
    ),
    '',
    ...order.discounts.map(({ name, code, amount }) => `Discount ${code ?? name}  ${formatMoneyIn(market, amount)}`),
    ...(order.tenders.length === 0 ? [] : [`Paid with ${paidWith(order)}`]),
    `Delivery ${inMoney(paid.shippingCents)}, total ${inMoney(paid.paidCents)}, refunded ${inMoney(paid.refundedCents)}, left to refund ${inMoney(paid.paidCents - paid.refundedCents)}`,
    ...shipments.map(
      ({ shippedAt, carrier, trackingNumber, trackingUrl, lines: sent }) =>
        `Shipment ${formatMinute(shippedAt)}  ${[carrier, trackingNumber, trackingUrl].filter(Boolean).join('  ')}  lines ${sent.map(({ position, quantity }) => `${position + 1}:${quantity}`).join(',')}`,
    ),
    ...refunds.map(
      ({ createdAt, amountCents, state, reason, failure }) =>
        `Refund ${formatMinute(createdAt)}  ${inMoney(amountCents)}  ${[state, reason, failure].filter(Boolean).join('  ')}`,
    ),
    ...disputes.map(
      ({ openedAt, amountCents, status, reason, evidenceDueAt }) =>
        `Dispute ${formatMinute(openedAt)}  ${inMoney(amountCents)}  ${status}  ${reason}${status === 'open' && evidenceDueAt ? `  evidence due ${formatMinute(evidenceDueAt)}` : ''}`,
    ),
    '',
    ...events.map(
      ({ at, event, actor, data }) => `${formatMinute(at)}  ${event}${typeof data.to === 'string' ? ` → ${data.to}` : ''}  by ${actor}`,
    ),
  ].join('\n');
}
