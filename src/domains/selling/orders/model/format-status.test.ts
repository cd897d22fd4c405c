import { describe, expect, test } from 'vitest';
import {
  canTransition,
  ORDER_STATUS_GROUPS,
  ORDER_STATUS_NAMES,
  ORDER_STATUSES,
  type OrderStatus,
} from '#domains/selling/checkout/model/order-status.ts';
import { formatOrderStatus, STATUS_MESSAGES } from './format-status.ts';

describe('display groups of SPEC.md section 4', () => {
  const groups: Readonly<Record<string, readonly OrderStatus[]>> = {
    processing: ['Incomplete', 'Pending', 'Cancelled', 'Declined', 'Awaiting Payment', 'Manual Verification Required', 'Disputed'],
    shipped: ['Shipped'],
    picked: ['Partially Shipped', 'Awaiting Pickup', 'Awaiting Shipment'],
    returned: ['Refunded'],
    partially_returned: ['Partially Refunded'],
    delivered: ['Completed'],
    paid: ['Awaiting Fulfillment'],
  };
  test.each(Object.entries(groups).flatMap(([group, statuses]) => statuses.map((status) => ({ group, status }))))(
    '$status is $group',
    ({ group, status }) => {
      expect(ORDER_STATUSES[status].group).toBe(group);
    },
  );
  test('there are no others', () => {
    expect([...ORDER_STATUS_NAMES].sort()).toEqual(Object.values(groups).flat().sort());
    expect([...ORDER_STATUS_GROUPS].sort()).toEqual(Object.keys(groups).sort());
  });
  test('each group has words for the shopper', () => {
    expect(Object.keys(STATUS_MESSAGES).sort()).toEqual([...ORDER_STATUS_GROUPS].sort());
  });
});

test('gift cards alone have not arrived just because they are paid for; a refund of them is one like any other', () => {
  expect(formatOrderStatus('Completed', true).message).toBe('We’ll email each gift card with its code on the day you chose.');
  expect(formatOrderStatus('Completed').label).toBe('Delivered');
  expect(formatOrderStatus('Refunded', true)).toEqual(formatOrderStatus('Refunded'));
});

describe('which may follow which', () => {
  test.each([
    { from: 'Incomplete', to: 'Awaiting Fulfillment', may: true },
    { from: 'Incomplete', to: 'Shipped', may: false },
    { from: 'Awaiting Fulfillment', to: 'Shipped', may: true },
    { from: 'Shipped', to: 'Completed', may: true },
    { from: 'Completed', to: 'Shipped', may: false },
    { from: 'Cancelled', to: 'Awaiting Fulfillment', may: false },
    { from: 'Refunded', to: 'Completed', may: false },
    { from: 'Partially Refunded', to: 'Refunded', may: true },
  ] as const)('$from → $to: $may', ({ from, to, may }) => {
    expect(canTransition(from, to)).toBe(may);
  });
  test('only statuses follow, and none follows itself', () => {
    for (const status of ORDER_STATUS_NAMES) {
      for (const next of ORDER_STATUSES[status].next) expect(ORDER_STATUS_NAMES).toContain(next);
      expect(canTransition(status, status)).toBe(false);
    }
  });
  test('every status that is not an end leads to one', () => {
    const reaches = (from: OrderStatus, seen: readonly OrderStatus[]): boolean =>
      ORDER_STATUSES[from].next.length === 0 ||
      ORDER_STATUSES[from].next.some((next) => !seen.includes(next) && reaches(next, [...seen, next]));
    for (const status of ORDER_STATUS_NAMES) expect(reaches(status, [status])).toBe(true);
  });
});
