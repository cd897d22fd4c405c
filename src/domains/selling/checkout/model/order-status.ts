/**
 * The statuses of an order, their display groups, and the allowed transitions [ORD-2].
 * Groups: processing [ORD-3, ORD-4, ORD-5, ORD-6, ORD-7, ORD-8, ORD-9], shipped [ORD-10], picked [ORD-11, ORD-12, ORD-13],
 * delivered [ORD-14], paid [ORD-15], returned [ORD-16], partially_returned [ORD-17].
 * A cancelled order stays Cancelled while it is refunded. A partly refunded order may still be shipped.
 */
export const ORDER_STATUSES = {
  Incomplete: { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled', 'Declined'] },
  Pending: { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled', 'Declined'] },
  Cancelled: { group: 'processing', next: [] },
  Declined: { group: 'processing', next: [] },
  'Awaiting Payment': { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled', 'Declined'] },
  'Manual Verification Required': { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled', 'Refunded', 'Partially Refunded'] },
  Disputed: {
    group: 'processing',
    next: ['Awaiting Fulfillment', 'Shipped', 'Completed', 'Refunded', 'Partially Refunded'],
  },
  Shipped: { group: 'shipped', next: ['Completed', 'Refunded', 'Partially Refunded', 'Disputed'] },
  'Partially Shipped': { group: 'picked', next: ['Shipped', 'Refunded', 'Partially Refunded', 'Disputed'] },
  'Awaiting Pickup': { group: 'picked', next: ['Completed', 'Cancelled', 'Refunded', 'Partially Refunded', 'Disputed'] },
  'Awaiting Shipment': {
    group: 'picked',
    next: ['Shipped', 'Partially Shipped', 'Awaiting Pickup', 'Cancelled', 'Refunded', 'Partially Refunded', 'Disputed'],
  },
  Refunded: { group: 'returned', next: [] },
  'Partially Refunded': {
    group: 'partially_returned',
    next: ['Awaiting Shipment', 'Awaiting Pickup', 'Partially Shipped', 'Shipped', 'Completed', 'Cancelled', 'Refunded', 'Disputed'],
  },
  Completed: { group: 'delivered', next: ['Refunded', 'Partially Refunded', 'Disputed'] },
  'Awaiting Fulfillment': {
    group: 'paid',
    next: [
      'Awaiting Shipment',
      'Awaiting Pickup',
      'Shipped',
      'Partially Shipped',
      'Completed',
      'Cancelled',
      'Refunded',
      'Partially Refunded',
      'Disputed',
      'Manual Verification Required',
    ],
  },
} as const satisfies Record<string, { group: string; next: readonly string[] }>;

export type OrderStatus = keyof typeof ORDER_STATUSES;
export type OrderStatusGroup = (typeof ORDER_STATUSES)[OrderStatus]['group'];
export const ORDER_STATUS_GROUPS = [...new Set(Object.values(ORDER_STATUSES).map(({ group }) => group))] as [
  OrderStatusGroup,
  ...OrderStatusGroup[],
];
export const ORDER_STATUS_NAMES = Object.keys(ORDER_STATUSES) as [OrderStatus, ...OrderStatus[]];

/** Returns true if a status may follow another. */
export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => (ORDER_STATUSES[from].next as readonly string[]).includes(to);
