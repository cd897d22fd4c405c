import type { LabelView } from '#domains/selling/orders/labels-contract.ts';
import { parcelCode } from '#domains/selling/orders/model/labels/label.ts';
import type { Label } from './label.repository.ts';

/** Returns a label as staff see it. @param destination of the order as it is now */
export const viewLabel = (label: Label, destination: string | null): LabelView => ({
  id: label.id,
  orderId: label.orderId,
  orderNumber: label.orderNumber,
  code: parcelCode(label.orderNumber, label.number),
  parcel: label.parcel,
  parcels: label.parcels,
  state: label.isCancelling ? 'cancelling' : label.state,
  trackingNumber: label.trackingNumber,
  trackingUrl: label.trackingUrl,
  reason: label.failure,
  isMoved: label.state === 'bought' && label.shipmentId === null && destination !== null && destination !== label.destination,
  isSent: label.shipmentId !== null,
  manifestDay: label.manifestDay,
  actor: label.actor,
  at: label.createdAt.toISOString(),
});
