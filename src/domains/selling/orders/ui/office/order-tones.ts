/** Colours of states: what waits for staff, what is on its way, what is done, what went wrong. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { PaymentState } from '#domains/selling/orders/model/order-list.ts';
import type { Tone } from '#ui/office/Badge.tsx';

export const STATUS_TONES: Readonly<Record<OrderStatus, Tone>> = {
  Incomplete: 'plain',
  Pending: 'plain',
  Cancelled: 'plain',
  Declined: 'bad',
  'Awaiting Payment': 'plain',
  'Manual Verification Required': 'bad',
  Disputed: 'bad',
  Shipped: 'good',
  'Partially Shipped': 'wait',
  'Awaiting Pickup': 'info',
  'Awaiting Shipment': 'info',
  Refunded: 'plain',
  'Partially Refunded': 'plain',
  Completed: 'good',
  'Awaiting Fulfillment': 'wait',
};

export const PAYMENT_TONES: Readonly<Record<PaymentState, Tone>> = {
  unpaid: 'plain',
  paid: 'good',
  partly_refunded: 'plain',
  refunded: 'plain',
  refund_pending: 'wait',
  refund_refused: 'bad',
  disputed: 'bad',
};
