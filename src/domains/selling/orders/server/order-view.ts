/** Reads a placed order for its page, its receipt and its buyer's account: decimals, camelCase. */

import { checkoutDetails } from '#domains/selling/checkout/contract.ts';
import { ORDER_STATUSES } from '#domains/selling/checkout/model/order-status.ts';
import { CREDIT_LABEL, giftCardLabel } from '#domains/selling/checkout/model/price-summary.ts';
import { findOrder, type OrderLine, orderLines } from '#domains/selling/checkout/server/order.repository.ts';
import { type GiftTag, giftTag } from '#domains/selling/gift-cards/model/gift-details.ts';
import { publicName } from '#domains/selling/promotions/model/referral-name.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import type { OrderView, RefundView, ShipmentView } from '../contract.ts';
import { toOrderCollection } from '../model/collection.ts';
import { lineTitle } from '../model/line-title.ts';
import { relatedOrders } from './addition.repository.ts';
import { type Refund, readTimeline, refundsOf, type Shipment, shipmentsOf } from './fulfilment.repository.ts';
import { outcomesOf } from './outcomes/outcome.repository.ts';

/** Returns recipient and date of a gift card. Empty for a line with neither. */
function giftOf({ giftDetails: chosen }: OrderLine): { readonly gift?: GiftTag } {
  const tag = giftTag.safeParse(chosen);
  return tag.success && tag.data.recipientName !== '' ? { gift: tag.data } : {};
}

/** Imported orders may lack fields of a line. */
const viewLine = (line: OrderLine): OrderView['lineItems'][number] => ({
  productId: line.productId,
  sku: line.summary.sku,
  name: line.summary.name,
  brand: line.summary.brand,
  vintage: line.summary.vintage,
  offerVariant: line.summary.offerVariant ?? '',
  imageUrl: line.summary.imageUrl,
  slug: line.summary.url,
  quantity: line.quantity,
  packSize: line.summary.packSize,
  bottleMl: line.summary.bottleMl ?? 0,
  category: line.summary.category,
  isSpirit: line.summary.isSpirit,
  listPrice: toDecimal(line.listCents),
  extendedListPrice: toDecimal(line.listCents * line.quantity),
  extendedSalePrice: toDecimal(line.listCents * line.quantity - line.discountCents),
  discountAmount: toDecimal(line.discountCents),
  ...giftOf(line),
});

type MovedLines = Shipment['lines'];
const movedLines = (lines: readonly OrderLine[], moved: MovedLines) =>
  moved.map(({ position, quantity }) => {
    const line = lines[position];
    return { position, name: line ? lineTitle(viewLine(line)) : '', quantity };
  });

/** Days on which shipments were delivered, by shipment. Other outcomes are not for buyers: they would read who was under age. */
async function deliveryDays(db: Queryable, orderId: string): Promise<ReadonlyMap<string, string>> {
  const outcomes = (await outcomesOf(db, orderId)).filter(({ outcome }) => outcome === 'delivered');
  return new Map(outcomes.map(({ shipmentId, day }) => [shipmentId, day]));
}

const viewShipment = (lines: readonly OrderLine[], shipment: Shipment, deliveredOn: string | undefined): ShipmentView => ({
  id: shipment.id,
  at: shipment.shippedAt.toISOString(),
  carrier: shipment.carrier,
  trackingNumber: shipment.trackingNumber,
  trackingUrl: shipment.trackingUrl,
  ...(deliveredOn !== undefined && { deliveredOn }),
  lines: movedLines(lines, shipment.lines),
});

const viewRefund = (lines: readonly OrderLine[], refund: Refund): RefundView => ({
  id: refund.id,
  at: (refund.completedAt ?? refund.createdAt).toISOString(),
  amount: toDecimal(refund.amountCents),
  toCard: toDecimal(refund.gatewayCents),
  isDone: refund.state === 'done',
  reason: refund.reason,
  lines: movedLines(lines, refund.lines),
});

/** Reads a placed order. @returns null for a draft or an unknown id */
export async function readOrder(db: Queryable, id: string): Promise<OrderView | null> {
  const order = await findOrder(db, id);
  if (!order || order.number === null || !order.placedAt) return null;
  const { totals } = order;
  const lines = await orderLines(db, id);
  const timeline = await readTimeline(db, id);
  const { collection, dispatchOn } = order.details;
  const wasReady = timeline.some(({ event }) => event === 'ready_to_collect');
  const related = await relatedOrders(db, id);
  const delivered = await deliveryDays(db, id);
  const refunds = (await refundsOf(db, id)).filter(({ state }) => state !== 'refused');
  return {
    id: order.id,
    number: order.number,
    market: order.market,
    status: order.status,
    statusGroup: ORDER_STATUSES[order.status].group,
    placedAt: order.placedAt.toISOString(),
    email: order.email,
    // Older orders lack fields that were added later.
    details: checkoutDetails.parse(order.details),
    lineItems: lines.map(viewLine),
    baseAmount: toDecimal(totals.baseCents),
    discounts: totals.discounts.map(({ name, code, cents }) => ({ name: publicName(name), code, amount: toDecimal(cents) })),
    shippingTotal: toDecimal(totals.shippingCents),
    isFreeShipping: totals.isFreeShipping,
    total: toDecimal(totals.totalCents),
    taxTotal: toDecimal(totals.taxCents),
    shipments: (await shipmentsOf(db, id)).map((shipment) => viewShipment(lines, shipment, delivered.get(shipment.id))),
    refunds: refunds.map((refund) => viewRefund(lines, refund)),
    refundedTotal: toDecimal(refunds.filter(({ state }) => state === 'done').reduce((sum, { amountCents }) => sum + amountCents, 0)),
    timeline: timeline.map(({ at, event, to, cents, carrier }) => ({
      at: at.toISOString(),
      event,
      to,
      amount: event === 'refunded' && cents !== null ? toDecimal(cents) : null,
      carrier,
    })),
    tenders: [
      ...(totals.tenders?.giftCards ?? []).map(({ ending, cents }) => ({ label: giftCardLabel(ending), cents })),
      { label: CREDIT_LABEL, cents: totals.tenders?.creditCents ?? 0 },
    ]
      .filter(({ cents }) => cents > 0)
      .map(({ label, cents }) => ({ label, amount: toDecimal(cents) })),
    charged: toDecimal(order.chargeCents),
    ...(related.length > 0 && { goesWith: related.map(({ number, isAdded, lines: added }) => ({ number, isAdded, lines: [...added] })) }),
    ...(dispatchOn && { dispatchOn }),
    ...(collection && { collection: toOrderCollection(collection, order.status, wasReady) }),
  };
}
