import { describe, expect, test } from 'vitest';
import {
  canTransition,
  ORDER_STATUS_GROUPS,
  ORDER_STATUS_NAMES,
  ORDER_STATUSES,
  type OrderStatus,
} from '#domains/selling/checkout/model/order-status.ts';
import type { ShipmentView } from '../contract.ts';
import { deliveredOn, formatOrderStatus, STATUS_MESSAGES } from './format-status.ts';

const shipmentView: ShipmentView = {
  ...{ id: '00000000-0000-4000-8000-000000000000', at: '2026-11-12T01:00:00Z', lines: [] },
  ...{ carrier: 'Overland', trackingNumber: '', trackingUrl: '' },
};

describe('display groups of order statuses', () => {
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
    '$status is in the group $group [ORD-3, ORD-4, ORD-5, ORD-6, ORD-7, ORD-8, ORD-9, ORD-10, ORD-11, ORD-12, ORD-13, ORD-14, ORD-15, ORD-16, ORD-17]',
    ({ group, status }) => {
      expect(ORDER_STATUSES[status].group).toBe(group);
    },
  );
  test('has no other groups [ORD-2]', () => {
    expect([...ORDER_STATUS_NAMES].sort()).toEqual(Object.values(groups).flat().sort());
    expect([...ORDER_STATUS_GROUPS].sort()).toEqual(Object.keys(groups).sort());
  });
  test('has a label for every group [ORD-2]', () => {
    expect(Object.keys(STATUS_MESSAGES).sort()).toEqual([...ORDER_STATUS_GROUPS].sort());
  });
});

test('does not show paid gift cards as delivered, and shows their refund like any other', () => {
  expect(formatOrderStatus('Completed', true).message).toBe('We’ll email each gift card with its code on the day you chose.');
  expect(formatOrderStatus('Completed').label).toBe('Delivered');
  expect(formatOrderStatus('Refunded', true)).toEqual(formatOrderStatus('Refunded'));
});

describe('transitions between statuses', () => {
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
  test('lead only to known statuses and never back to the same one', () => {
    for (const status of ORDER_STATUS_NAMES) {
      for (const next of ORDER_STATUSES[status].next) expect(ORDER_STATUS_NAMES).toContain(next);
      expect(canTransition(status, status)).toBe(false);
    }
  });
  test('lead on from every status that is not final', () => {
    const reaches = (from: OrderStatus, seen: readonly OrderStatus[]): boolean =>
      ORDER_STATUSES[from].next.length === 0 ||
      ORDER_STATUSES[from].next.some((next) => !seen.includes(next) && reaches(next, [...seen, next]));
    for (const status of ORDER_STATUS_NAMES) expect(reaches(status, [status])).toBe(true);
  });
});

describe('the day of delivery', () => {
  const [first, second] = [
    { ...shipmentView, deliveredOn: '2026-11-14' },
    { ...shipmentView, deliveredOn: '2026-11-16' },
  ];

  test.each(['Shipped', 'Completed'] as const)('is that of the last parcel of an order that is %s', (status) => {
    expect(deliveredOn({ status, shipments: [second, first] })).toBe('2026-11-16');
  });
  test.each([
    ['of which a parcel is on its way', 'Shipped', [first, shipmentView]],
    ['of which something is left to send', 'Partially Shipped', [first]],
    ['that was refunded', 'Refunded', [first]],
    ['without parcels', 'Shipped', []],
  ] as const)('is none for an order %s', (_, status, shipments) => {
    expect(deliveredOn({ status, shipments: [...shipments] })).toBeNull();
  });
});
