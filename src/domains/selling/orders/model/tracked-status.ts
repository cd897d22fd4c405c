/** The status of an order for somebody who knows its number and email. It names no product, amount, place or person. */
import { ORDER_STATUSES, type OrderStatus, type OrderStatusGroup } from '#domains/selling/checkout/model/order-status.ts';
import type { Market } from '#markets/market.ts';
import { formatDate, formatDay } from '#markets/market-day.ts';
import { trackedStatusMessages as m } from '../messages/tracking.ts';
import { isSentWhole } from './format-status.ts';

type FormatStatus = (day: string) => string;

/** A dispute or a declined payment is between the buyer and us, so it reads like every other check. */
const BY_GROUP: Readonly<Record<OrderStatusGroup, FormatStatus>> = {
  processing: m.checked,
  paid: m.paid,
  picked: m.packed,
  shipped: m.sent,
  delivered: m.delivered,
  returned: m.refunded,
  partially_returned: m.partlyRefunded,
};

const BY_STATUS: Partial<Readonly<Record<OrderStatus, FormatStatus>>> = {
  Cancelled: m.cancelled,
  'Partially Shipped': m.partlySent,
  'Awaiting Pickup': m.readyToPickUp,
};

export interface TrackedOrder {
  readonly market: Market;
  readonly status: OrderStatus;
  /** When it got this status. */
  readonly since: Date;
  readonly isGiftCardOnly: boolean;
  /** True if the buyer collects it in a store. */
  readonly isCollected: boolean;
  /** Day on which its last shipment was delivered. Null if one was not. */
  readonly deliveredOn: string | null;
}

/** Formats the status: `Sent on 12 November 2026`. */
export function formatTrackedStatus({ market, status, since, isGiftCardOnly, isCollected, deliveredOn }: TrackedOrder): string {
  if (isCollected && status === 'Completed') return m.collected(formatDate(market, since));
  if (deliveredOn !== null && isSentWhole(status)) return m.delivered(formatDay(market, deliveredOn));
  const format = isGiftCardOnly && status === 'Completed' ? m.giftCardsPaid : (BY_STATUS[status] ?? BY_GROUP[ORDER_STATUSES[status].group]);
  return format(formatDate(market, since));
}
