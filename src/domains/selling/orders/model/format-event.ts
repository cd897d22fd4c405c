/** What happened to an order, in its buyer's words. Events that have none here are for staff. */

import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { Market } from '#markets/market.ts';
import type { OrderEvent } from '../contract.ts';

/** The events a buyer is told of. */
export const ORDER_EVENTS = ['drafted', 'placed', 'shipped', 'marked', 'cancelled', 'refunded'] as const;

/** What a status given by hand means; the others are not worth telling. */
const MARK_WORDS: Partial<Readonly<Record<OrderStatus, string>>> = {
  'Awaiting Shipment': 'We packed it',
  'Awaiting Pickup': 'It is ready to be picked up',
  Completed: 'It arrived',
  'Manual Verification Required': 'We are checking it',
  Disputed: 'Its payment is being looked into',
};

/** One event in words; null where there is nothing to tell. */
export function eventWords(market: Market, { event, to, amount, carrier }: OrderEvent): string | null {
  switch (event) {
    case 'drafted':
      return 'You placed it';
    case 'placed':
      return 'We had your payment';
    case 'shipped':
      return `We gave ${to === 'Partially Shipped' ? 'part of it' : 'it'} to ${carrier ?? 'the driver'}`;
    case 'marked':
      return to === null ? null : (MARK_WORDS[to] ?? null);
    case 'cancelled':
      return 'It was cancelled';
    case 'refunded':
      return amount === null ? 'We gave the money back' : `We gave ${formatMoneyIn(market, amount)} back`;
  }
}
