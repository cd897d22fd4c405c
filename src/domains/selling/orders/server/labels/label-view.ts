import type { LabelView } from '#domains/selling/orders/labels-contract.ts';
import { parcelCode } from '#domains/selling/orders/model/labels/label.ts';
import { carrierTitle } from '#lib/carrier-names.ts';
import { toDecimal } from '#lib/money.ts';
import type { Label } from './label.repository.ts';
import { isMoved } from './label-deps.ts';

/** Returns a label as staff see it. */
export const viewLabel = (label: Label): LabelView => ({
  id: label.id,
  orderId: label.orderId,
  orderNumber: label.orderNumber,
  code: parcelCode(label.orderNumber, label.number),
  parcel: label.parcel,
  parcels: label.parcels,
  carrier: carrierTitle(label.carrier),
  service: label.service,
  price: label.priceCents === null ? null : toDecimal(label.priceCents),
  state: label.isCancelling ? 'cancelling' : label.state,
  trackingNumber: label.trackingNumber,
  trackingUrl: label.trackingUrl,
  reason: label.failure,
  isMoved: label.state === 'bought' && label.shipmentId === null && isMoved(label),
  isSent: label.shipmentId !== null,
  manifestDay: label.manifestDay,
  actor: label.actor,
  at: label.createdAt.toISOString(),
});
