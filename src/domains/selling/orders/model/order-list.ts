/** How staff filter and sort orders. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';

export const ORDER_SORTS = ['placed', '-placed', 'number', '-number', 'total', '-total', 'customer', '-customer'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** What became of the money of an order. */
export const PAYMENT_STATES = ['unpaid', 'paid', 'partly_refunded', 'refunded', 'refund_pending', 'refund_refused', 'disputed'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Work that an order waits for. */
export const ORDER_TASKS = ['to_send', 'to_send_today', 'to_decide', 'undelivered'] as const;
export type OrderTask = (typeof ORDER_TASKS)[number];

/** How an order gets to its buyer. */
export const ORDER_HANDOVERS = ['collect', 'send'] as const;
export type OrderHandover = (typeof ORDER_HANDOVERS)[number];

/** Statuses in which something may be left to send. Lines tell if there is. */
export const SENDABLE_STATUSES: readonly OrderStatus[] = [
  'Awaiting Fulfillment',
  'Awaiting Shipment',
  'Partially Shipped',
  'Partially Refunded',
];
/** Statuses that a person has to resolve. */
const UNDECIDED_STATUSES: readonly OrderStatus[] = ['Manual Verification Required', 'Disputed'];

/** Statuses of the orders that wait for a task. Null for all. */
export const TASK_STATUSES: Readonly<Record<OrderTask, readonly OrderStatus[] | null>> = {
  to_send: SENDABLE_STATUSES,
  to_send_today: SENDABLE_STATUSES,
  to_decide: UNDECIDED_STATUSES,
  undelivered: null,
};

/** Statuses of orders that were never paid. Imported orders may have them. */
const UNPAID_STATUSES: readonly OrderStatus[] = ['Incomplete', 'Pending', 'Awaiting Payment', 'Declined'];

/** Amounts of an order by which its payment is told, in cents. */
export interface PaymentFacts {
  readonly status: OrderStatus;
  readonly totalCents: number;
  readonly refundedCents: number;
  readonly hasPendingRefund: boolean;
  readonly hasRefusedRefund: boolean;
  readonly hasOpenDispute: boolean;
}

/** Returns the state of a payment: what needs attention first, then how much was returned. */
export function paymentStateOf({
  status,
  totalCents,
  refundedCents,
  hasPendingRefund,
  hasRefusedRefund,
  hasOpenDispute,
}: PaymentFacts): PaymentState {
  if (hasOpenDispute) return 'disputed';
  if (hasPendingRefund) return 'refund_pending';
  if (refundedCents > 0 && refundedCents >= totalCents) return 'refunded';
  if (hasRefusedRefund) return 'refund_refused';
  if (refundedCents > 0) return 'partly_refunded';
  return UNPAID_STATUSES.includes(status) ? 'unpaid' : 'paid';
}

/** Words of a search, at most three. Each has to be in the number, the address or the name. */
export const MAX_SEARCH_WORDS = 3;

/** Splits a search into words in the form that is compared. `#1000023` finds the number. */
export const searchWords = (q: string): string[] =>
  q
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => word !== '')
    .slice(0, MAX_SEARCH_WORDS);
