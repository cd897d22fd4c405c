/** The statuses of an order (SPEC.md §4), how they are grouped for the shopper, and which may follow which. */
export const ORDER_STATUSES = {
  Incomplete: { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled', 'Declined'] },
  Pending: { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled', 'Declined'] },
  Cancelled: { group: 'processing', next: [] },
  Declined: { group: 'processing', next: [] },
  'Awaiting Payment': { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled', 'Declined'] },
  'Manual Verification Required': { group: 'processing', next: ['Awaiting Fulfillment', 'Cancelled'] },
  Disputed: { group: 'processing', next: ['Awaiting Fulfillment', 'Refunded'] },
  Shipped: { group: 'shipped', next: ['Completed', 'Refunded', 'Partially Refunded', 'Disputed'] },
  'Partially Shipped': { group: 'picked', next: ['Shipped', 'Refunded', 'Partially Refunded'] },
  'Awaiting Pickup': { group: 'picked', next: ['Completed', 'Refunded', 'Partially Refunded'] },
  'Awaiting Shipment': { group: 'picked', next: ['Shipped', 'Partially Shipped', 'Awaiting Pickup', 'Refunded', 'Partially Refunded'] },
  Refunded: { group: 'returned', next: [] },
  'Partially Refunded': { group: 'partially_returned', next: ['Refunded'] },
  Completed: { group: 'delivered', next: ['Refunded', 'Partially Refunded', 'Disputed'] },
  'Awaiting Fulfillment': {
    group: 'paid',
    next: ['Awaiting Shipment', 'Shipped', 'Partially Shipped', 'Refunded', 'Partially Refunded', 'Disputed'],
  },
} as const satisfies Record<string, { group: string; next: readonly string[] }>;

export type OrderStatus = keyof typeof ORDER_STATUSES;
export type OrderStatusGroup = (typeof ORDER_STATUSES)[OrderStatus]['group'];
export const ORDER_STATUS_GROUPS = [...new Set(Object.values(ORDER_STATUSES).map(({ group }) => group))] as [
  OrderStatusGroup,
  ...OrderStatusGroup[],
];
export const ORDER_STATUS_NAMES = Object.keys(ORDER_STATUSES) as [OrderStatus, ...OrderStatus[]];

/** Whether a status may follow another. */
export const mayFollow = (from: OrderStatus, to: OrderStatus): boolean => (ORDER_STATUSES[from].next as readonly string[]).includes(to);
