/** Labels of the events that the buyer of an order sees. Other events are for staff. */

import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { Market } from '#markets/market.ts';
import type { OrderEvent } from '../contract.ts';

/** Events that the buyer sees. */
export const ORDER_EVENTS = ['drafted', 'placed', 'shipped', 'marked', 'cancelled', 'refunded', 'ready_to_collect', 'collected'] as const;

/** Labels of statuses that staff set by hand. Other statuses are not shown. */
const MANUAL_STATUS_LABELS: Partial<Readonly<Record<OrderStatus, string>>> = {
  'Awaiting Shipment': 'Packed',
  'Awaiting Pickup': 'Ready to pick up',
  Completed: 'Delivered',
  'Manual Verification Required': 'Being checked',
  Disputed: 'Payment disputed',
};

/** Returns the label of an event, or null if the buyer does not see it. */
export function formatOrderEvent(market: Market, { event, to, amount, carrier }: OrderEvent): string | null {
  switch (event) {
    case 'drafted':
      return 'Order placed';
    case 'placed':
      return 'Payment received';
    case 'shipped':
      return `${to === 'Partially Shipped' ? 'Part of your order sent' : 'Sent'} with ${carrier ?? 'the driver'}`;
    case 'marked':
      return to === null ? null : (MANUAL_STATUS_LABELS[to] ?? null);
    case 'ready_to_collect':
      return 'Ready to collect';
    case 'collected':
      return 'Collected';
    case 'cancelled':
      return 'Cancelled';
    case 'refunded':
      return amount === null ? 'Refunded' : `${formatMoneyIn(market, amount)} refunded`;
  }
}
