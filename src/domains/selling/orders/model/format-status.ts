/** Messages about the status of an order, by the display group of the status [ORD-2]. */
import { ORDER_STATUSES, type OrderStatus, type OrderStatusGroup } from '#domains/selling/checkout/model/order-status.ts';
import { formatDay } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';
import { orderCollectionMessages } from '../messages/collection.ts';
import { orderMessages } from '../messages.ts';
import { isGiftCardOnly } from './format-address.ts';

export interface StatusMessage {
  readonly label: string;
  readonly message: string;
}

export const STATUS_MESSAGES: Readonly<Record<OrderStatusGroup, StatusMessage>> = {
  processing: { label: 'Processing', message: 'We’re checking this order and will email you.' },
  paid: { label: 'Paid', message: 'We have your payment and are packing your order.' },
  picked: { label: 'Packed', message: 'Your order is packed and waiting for the driver.' },
  shipped: { label: 'On its way', message: 'Your order is with the driver.' },
  delivered: { label: 'Delivered', message: 'Your order has arrived. We hope it tastes as it should.' },
  returned: { label: 'Refunded', message: 'We’ve refunded your payment.' },
  partially_returned: { label: 'Partly refunded', message: 'We’ve refunded part of your payment.' },
};

/** Statuses for which the message of the group is not enough. */
const SPECIFIC_MESSAGES: Partial<Readonly<Record<OrderStatus, { readonly detail: string; readonly message: string }>>> = {
  Cancelled: { detail: 'cancelled', message: 'We won’t send anything, and we’ll refund what you paid.' },
  Declined: { detail: 'payment declined', message: 'The payment didn’t go through. You haven’t been charged.' },
  Disputed: { detail: 'payment disputed', message: 'Your bank is looking into this payment. We’ll email you.' },
  'Partially Shipped': { detail: 'partly shipped', message: 'Part of your order is with the driver; we are sending the rest.' },
  'Awaiting Pickup': { detail: 'ready to pick up', message: 'Your order is ready to be picked up.' },
};

/** For an order of gift cards only, which is completed when it is paid. */
const BY_EMAIL: StatusMessage = { label: 'Paid', message: 'We’ll email each gift card with its code on the day you chose.' };

/** For an order that is collected in a store. */
const COLLECTED: Partial<Readonly<Record<OrderStatus, StatusMessage>>> = {
  'Awaiting Shipment': { label: 'Packed', message: orderCollectionMessages.isPacked },
  'Awaiting Pickup': { label: orderCollectionMessages.ready, message: orderCollectionMessages.isReady },
  Completed: { label: orderCollectionMessages.collected, message: orderCollectionMessages.wasCollected },
};

/** Statuses of orders that were sent whole. */
const SENT: ReadonlySet<OrderStatus> = new Set(['Shipped', 'Completed']);
export const isSentWhole = (status: OrderStatus): boolean => SENT.has(status);

/** Returns the day on which the last parcel of an order that was sent whole was delivered. Null if one was not. */
export function deliveredOn({ status, shipments }: Pick<OrderView, 'status' | 'shipments'>): string | null {
  const days = shipments.flatMap(({ deliveredOn: day }) => day ?? []).toSorted();
  return isSentWhole(status) && days.length === shipments.length ? (days.at(-1) ?? null) : null;
}

/** Formats the status of an order for its buyer, with the day if all of it was delivered. */
export function formatOrder(order: Omit<OrderView, 'id'>): StatusMessage {
  const isCollected = order.collection !== undefined;
  const day = isCollected ? null : deliveredOn(order);
  if (day !== null) return { ...STATUS_MESSAGES.delivered, label: orderMessages.deliveredOn(formatDay(order.market, day)) };
  return formatOrderStatus(order.status, isGiftCardOnly(order), isCollected);
}

/**
 * Formats a status: the label of its group, with the status itself if the group is wide: `Processing, cancelled`.
 * @param isGiftCardOnly true if the order has no delivery
 * @param isCollected true if the buyer collects it in a store
 */
export function formatOrderStatus(status: OrderStatus, isGiftCardOnly = false, isCollected = false): StatusMessage {
  const collected = isCollected ? COLLECTED[status] : undefined;
  if (collected) return collected;
  if (isGiftCardOnly && status === 'Completed') return BY_EMAIL;
  const group = STATUS_MESSAGES[ORDER_STATUSES[status].group];
  const own = SPECIFIC_MESSAGES[status];
  return own ? { label: `${group.label}, ${own.detail}`, message: own.message } : group;
}
