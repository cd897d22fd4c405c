/** What a shopper is told of an order, by the display group of its status (SPEC.md §4). */
import { ORDER_STATUSES, type OrderStatus, type OrderStatusGroup } from '#domains/selling/checkout/model/order-status.ts';

export interface StatusWords {
  readonly label: string;
  readonly sentence: string;
}

export const STATUS_WORDS: Readonly<Record<OrderStatusGroup, StatusWords>> = {
  processing: { label: 'Processing', sentence: 'We are looking at this order and will write to you.' },
  paid: { label: 'Paid', sentence: 'We have your payment and are packing your order.' },
  picked: { label: 'Packed', sentence: 'Your order is packed and waits for the driver.' },
  shipped: { label: 'On its way', sentence: 'Your order is with the driver.' },
  delivered: { label: 'Delivered', sentence: 'Your order has arrived. We hope it tastes as it should.' },
  returned: { label: 'Refunded', sentence: 'We have given your money back.' },
  partially_returned: { label: 'Partly refunded', sentence: 'We have given part of your money back.' },
};

/** Statuses of which the group's words would leave out what matters. */
const OWN_WORDS: Partial<Readonly<Record<OrderStatus, { readonly detail: string; readonly sentence: string }>>> = {
  Cancelled: { detail: 'cancelled', sentence: 'Nothing will be sent, and what you paid goes back to you.' },
  Declined: { detail: 'payment declined', sentence: 'The payment did not go through, so nothing was charged.' },
  Disputed: { detail: 'payment in question', sentence: 'Its payment is being looked into. We will write to you.' },
  'Partially Shipped': { detail: 'partly sent', sentence: 'Part of your order is with the driver; we are sending the rest.' },
  'Awaiting Pickup': { detail: 'ready to pick up', sentence: 'Your order is ready to be picked up.' },
};

/** Of an order of gift cards alone, which is completed as soon as it is paid. */
const BY_EMAIL: StatusWords = { label: 'Paid', sentence: 'Each gift card goes by e-mail on its day, with its code.' };

/**
 * Words of a status: the group's, and where the group is wide what it is within it: `Processing, cancelled`.
 * @param isGiftCardOnly whether nothing of the order goes to a door
 */
export function formatOrderStatus(status: OrderStatus, isGiftCardOnly = false): StatusWords {
  if (isGiftCardOnly && status === 'Completed') return BY_EMAIL;
  const group = STATUS_WORDS[ORDER_STATUSES[status].group];
  const own = OWN_WORDS[status];
  return own ? { label: `${group.label}, ${own.detail}`, sentence: own.sentence } : group;
}
