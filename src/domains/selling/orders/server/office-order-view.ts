/** Reads an order with everything that staff see of it. */

import { z } from 'zod';
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { carrierTitle } from '#lib/carrier-names.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { isJsonObject } from '#lib/json.ts';
import { suppressionOf } from '#lib/mail/suppression.repository.ts';
import { formatMoney, toDecimal } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';
import { deliveryChangeMessages } from '../messages/office-delivery.ts';
import { lineEditMessages } from '../messages/office-lines.ts';
import { canHandOver, withoutCode } from '../model/collection.ts';
import { formatFormerDelivery } from '../model/delivery-change.ts';
import { parcelCode, suggestParcels } from '../model/labels/label.ts';
import { type LineFulfilment, unshippedQuantity } from '../model/line-fulfilment.ts';
import { orderActions } from '../model/order-actions.ts';
import { paymentStateOf } from '../model/order-list.ts';
import { normalizeCode } from '../model/packing.ts';
import type { OfficeOrder, OrderTimelineItem } from '../office-contract.ts';
import { type RelatedOrder, relatedOrders } from './addition.repository.ts';
import { readGivenForClaims } from './claims-balance.repository.ts';
import { type DeliveryChange, deliveryChangesOf } from './delivery-change.repository.ts';
import { disputesOf } from './dispute.repository.ts';
import { type Refund, readLineFulfilments, readRefundableBalance, refundsOf, type Shipment, shipmentsOf } from './fulfilment.repository.ts';
import { labelsOf } from './labels/label.repository.ts';
import { viewLabel } from './labels/label-view.ts';
import { findFirstOrder, readLinesToPack } from './labels/packed-together.ts';
import {
  notesOf,
  type OrderActivity,
  type OrderNote,
  type OrderTagChange,
  orderActivity,
  phoneSaleOf,
  readCodes,
  readOfficeOrderFacts,
  tagChangesOf,
} from './office-order.repository.ts';
import { readOrder } from './order-view.ts';
import { outcomesOf } from './outcomes/outcome.repository.ts';
import { type StaffEvent, staffEvents } from './staff-order.repository.ts';
import { type ParcelEvent, parcelEventsOf } from './tracking/parcel-event.repository.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The order that sends cases again, or the one whose cases it sends. */
const relatedOf = (data: StaffEvent['data']): { readonly id: string | null; readonly name: string } => {
  const id = textOf(data.replacement) || textOf(data.replacesId);
  const number = data.replacementNumber ?? data.replaces;
  return { id: id === '' ? null : id, name: typeof number === 'number' ? `#${number}` : '' };
};

/** What an event says beyond its name: carrier and number, the reason, or another order. */
const detailOf = ({ data }: StaffEvent): string =>
  [textOf(data.carrier), textOf(data.trackingNumber), textOf(data.reason), textOf(data.checkedBy), relatedOf(data).name]
    .filter(Boolean)
    .join(' ');

/** Names of events that take another one back. */
const UNDONE: Readonly<Record<string, string>> = { marked: 'unmarked', delivery_changed: 'delivery_restored' };

const nameOf = ({ event, data }: StaffEvent): string =>
  event === 'placed' && data.replaces !== undefined ? 'replaces' : data.isUndo === true ? (UNDONE[event] ?? event) : event;

/** Leaves out the beginning of a checkout that nobody saw: that of an order that sends cases again. */
const withoutCheckout = (events: readonly StaffEvent[]): readonly StaffEvent[] =>
  events.some((event) => nameOf(event) === 'replaces') ? events.filter(({ event }) => event !== 'drafted') : events;

const changedLines = z.object({ lines: z.array(z.object({ position: z.int(), from: z.int(), to: z.int() })) });

/** What is sent of the lines before and after a change of the items. */
function formerItems({ event, data }: StaffEvent, lines: readonly LineFulfilment[]): string {
  const changed = event === 'items_changed' ? changedLines.safeParse(data) : null;
  if (!changed?.success) return '';
  return changed.data.lines
    .map(({ position, from, to }) => lineEditMessages.former(lines.find((line) => line.position === position)?.name ?? '', from, to))
    .join('\n');
}

/** What the delivery was before a change, as far as the buyer's data was not erased, and what the shop pays for it. */
function formerDelivery({ data }: StaffEvent, change: DeliveryChange | undefined, market: Market): string {
  const { locale, currency } = getMarketConfig(market);
  const { shopPaysCents } = data;
  return [
    ...(change ? [formatFormerDelivery(change.before, change.after, market)] : []),
    ...(typeof shopPaysCents === 'number' ? [deliveryChangeMessages.shopPaid(formatMoney(shopPaysCents, locale, currency))] : []),
  ].join('\n');
}

const viewEvent = (event: StaffEvent, index: number, note = ''): OrderTimelineItem => ({
  id: `event-${index}`,
  at: event.at.toISOString(),
  event: nameOf(event),
  actor: event.actor,
  to: ORDER_STATUS_NAMES.find((status) => status === event.data.to) ?? null,
  amount: typeof event.data.amountCents === 'number' ? toDecimal(event.data.amountCents) : null,
  detail: detailOf(event),
  orderId: relatedOf(event.data).id,
  note,
});

const viewNote = ({ id, at, author, text }: OrderNote): OrderTimelineItem => ({
  id: `note-${id}`,
  at: at.toISOString(),
  event: 'note',
  actor: author,
  to: null,
  amount: null,
  detail: '',
  orderId: null,
  note: text,
});

const viewTagChange = ({ id, at, author, added, removed, isUndo }: OrderTagChange): OrderTimelineItem => ({
  id: `tags-${id}`,
  at: at.toISOString(),
  event: isUndo ? 'tags_restored' : added.length === 0 ? 'untagged' : 'tagged',
  actor: author,
  to: null,
  amount: null,
  detail: (isUndo ? [...added, ...removed] : added.length === 0 ? removed : added).join(', '),
  orderId: null,
  note: '',
});

const viewPhoneSale = ({ author, at }: { readonly author: string; readonly at: Date }): OrderTimelineItem => ({
  id: 'phone',
  at: at.toISOString(),
  event: 'phone_sale',
  actor: author,
  to: null,
  amount: null,
  detail: '',
  orderId: null,
  note: '',
});

/** An order whose wines were added. */
const viewAddition = ({ id, number, placedAt, author, lines }: RelatedOrder): OrderTimelineItem => ({
  id: `addition-${id}`,
  at: placedAt.toISOString(),
  event: 'items_added',
  actor: author === '' ? 'shop' : author,
  to: null,
  amount: null,
  detail: `#${number}`,
  orderId: id,
  note: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
});

/** Reads what the activity log says of mails. */
const viewActivity = ({ id, at, actor, after }: OrderActivity): OrderTimelineItem => ({
  id: `activity-${id}`,
  at: at.toISOString(),
  event: 'mail_resent',
  actor,
  to: null,
  amount: null,
  detail: isJsonObject(after) ? textOf(after.kind) : '',
  orderId: null,
  note: '',
});

/** What a carrier reported about a parcel. */
const viewParcelEvent = ({ id, at, number, carrier, status, stage }: ParcelEvent, orderNumber: number): OrderTimelineItem => ({
  id: `parcel-${id}`,
  at: at.toISOString(),
  event: `parcel_${stage}`,
  actor: carrierTitle(carrier),
  to: null,
  amount: null,
  detail: parcelCode(orderNumber, number),
  orderId: null,
  note: stage === 'other' || stage === 'problem' ? status.replaceAll('_', ' ') : '',
});

/** Lists the mails that can be sent again, the latest first. */
function mailsOf(
  { placedAt, status, collection }: OrderView,
  events: readonly StaffEvent[],
  shipments: readonly Shipment[],
  refunds: readonly Refund[],
): OfficeOrder['mails'] {
  const ready = events.findLast(({ event }) => event === 'ready_to_collect');
  const cancelled = events.find(({ event }) => event === 'cancelled');
  const mails: OfficeOrder['mails'] = [
    { kind: 'receipt', about: '', at: placedAt },
    ...(ready && canHandOver(status, true) ? [{ kind: 'ready-to-collect' as const, about: '', at: ready.at.toISOString() }] : []),
    // Nobody was emailed about what the buyer took along.
    ...(collection ? [] : shipments).map(({ id, shippedAt }) => ({ kind: 'shipment' as const, about: id, at: shippedAt.toISOString() })),
    ...(cancelled ? [{ kind: 'cancelled' as const, about: '', at: cancelled.at.toISOString() }] : []),
    // The buyer of a cancelled order was told of the refund with the cancellation.
    ...(cancelled ? [] : refunds.filter(({ state }) => state === 'done')).map(({ id, completedAt, createdAt }) => ({
      kind: 'refund' as const,
      about: id,
      at: (completedAt ?? createdAt).toISOString(),
    })),
  ];
  return mails.toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** Lists the codes by which a line is scanned: those that its wine has now, and the SKU that was bought. */
function codesOf(
  { position, productId }: LineFulfilment,
  { lineItems }: OrderView,
  codes: ReadonlyMap<number, readonly string[]>,
): string[] {
  const sku = normalizeCode(lineItems[position]?.sku ?? '');
  return [...new Set([...(codes.get(productId) ?? []), sku])].filter((code) => code !== '');
}

/** Returns the tax of a market at an instant, in percent. */
export type TaxPercentAt = (market: Market, at: Date) => number;

/** Reads an order of the person's markets. @returns null if there is none */
export async function readOfficeOrder(
  db: Queryable,
  orderId: string,
  staff: Pick<StaffActor, 'markets'>,
  taxPercentAt: TaxPercentAt,
): Promise<OfficeOrder | null> {
  const facts = await readOfficeOrderFacts(db, orderId, staff.markets);
  const order = facts && (await readOrder(db, orderId));
  if (!order) return null;
  const [
    lines,
    balance,
    events,
    shipments,
    refunds,
    disputes,
    suppression,
    notes,
    tagChanges,
    activity,
    deliveryChanges,
    labels,
    outcomes,
    phoneSale,
    parcelEvents,
    related,
    givenCents,
  ] = await Promise.all([
    readLineFulfilments(db, orderId),
    readRefundableBalance(db, orderId),
    staffEvents(db, orderId),
    shipmentsOf(db, orderId),
    refundsOf(db, orderId),
    disputesOf(db, orderId),
    order.email === '' ? null : suppressionOf(db, order.email),
    notesOf(db, orderId),
    tagChangesOf(db, orderId),
    orderActivity(db, orderId),
    deliveryChangesOf(db, orderId),
    labelsOf(db, [orderId]),
    outcomesOf(db, orderId),
    phoneSaleOf(db, orderId),
    parcelEventsOf(db, orderId),
    relatedOrders(db, orderId),
    readGivenForClaims(db, orderId),
  ]);
  const changeOf = new Map(deliveryChanges.map((change) => [change.eventId, change]));
  const codes = await readCodes(
    db,
    lines.map(({ productId }) => productId),
  );
  const unrefundedCents = Math.max(0, balance.paidCents - balance.refundedCents);
  const hasOpenDispute = disputes.some(({ status }) => status === 'open');
  const { statuses, ...actions } = orderActions({
    status: order.status,
    lines,
    unrefundedCents,
    hasOpenDispute,
    collection: order.collection && { wasReady: events.some(({ event }) => event === 'ready_to_collect') },
  });
  const doneCents = refunds.filter(({ state }) => state === 'done').reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    order: withoutCode(order),
    version: facts.version,
    timeZone: timeZoneOf(facts.market),
    currency: getMarketConfig(facts.market).currency,
    taxPercent: taxPercentAt(facts.market, new Date(order.placedAt)),
    customerId: facts.customerId === 0 ? null : facts.customerId,
    customerOrders: facts.customerOrders,
    lines: lines.map((line) => ({
      position: line.position,
      name: line.name,
      quantity: line.quantity,
      paid: toDecimal(line.netCents),
      isPhysical: line.isPhysical,
      shipped: line.shipped,
      unshipped: unshippedQuantity(line),
      refunded: line.refunded,
      refundable: line.quantity - line.refunded,
      codes: codesOf(line, order, codes),
    })),
    payment: {
      state: paymentStateOf({
        status: order.status,
        totalCents: balance.paidCents,
        refundedCents: doneCents,
        hasPendingRefund: refunds.some(({ state }) => state === 'intended'),
        hasRefusedRefund: refunds.some(({ state }) => state === 'refused'),
        hasOpenDispute,
      }),
      paid: toDecimal(balance.paidCents),
      refunded: toDecimal(balance.refundedCents),
      left: toDecimal(unrefundedCents),
      shippingLeft: toDecimal(Math.max(0, Math.min(unrefundedCents, balance.shippingCents - balance.refundedShippingCents))),
      givenForClaims: toDecimal(givenCents),
      reference: facts.paymentId ?? '',
    },
    refunds: refunds.map((refund) => ({
      id: refund.id,
      at: (refund.completedAt ?? refund.createdAt).toISOString(),
      amount: toDecimal(refund.amountCents),
      toCard: toDecimal(refund.gatewayCents),
      state: refund.state,
      reason: refund.reason,
      failure: refund.failure,
      actor: refund.actor,
    })),
    disputes: disputes.map(({ id, openedAt, amountCents, status, reason, evidenceDueAt }) => ({
      id,
      openedAt: openedAt.toISOString(),
      amount: toDecimal(amountCents),
      status,
      reason,
      evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    })),
    suppression: suppression && { kind: suppression.kind, reason: suppression.reason },
    parcels: (await findFirstOrder(db, order.id)) ? 0 : suggestParcels(await readLinesToPack(db, order)),
    labels: labels.map(viewLabel),
    outcomes: outcomes.map(({ at, ...outcome }) => ({ ...outcome, at: at.toISOString() })),
    tags: [...facts.tags],
    mails: mailsOf(order, events, shipments, refunds),
    timeline: [
      ...withoutCheckout(events).map((event, index) =>
        viewEvent(event, index, formerItems(event, lines) || formerDelivery(event, changeOf.get(event.id), facts.market)),
      ),
      ...notes.map(viewNote),
      ...tagChanges.map(viewTagChange),
      ...activity.map(viewActivity),
      ...(phoneSale ? [viewPhoneSale(phoneSale)] : []),
      ...related.filter(({ isAdded }) => isAdded).map(viewAddition),
      ...parcelEvents.map((event) => viewParcelEvent(event, order.number)),
    ].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)),
    actions: { ...actions, statuses: [...statuses] },
    goesWith: related.map(({ id, number, isAdded }) => ({ id, number, isAdded })),
    neighbours: { previous: facts.previous, next: facts.next },
  };
}
