/** What a shopper is told of an order, by the display group of its status (SPEC.md §4). */
import type { OrderStatusGroup } from '../checkout/order-status.ts';

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
