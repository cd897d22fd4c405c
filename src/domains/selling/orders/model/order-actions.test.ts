import { expect, test } from 'vitest';
import type { LineFulfilment } from './line-fulfilment.ts';
import { orderActions } from './order-actions.ts';

const line = (change: Partial<LineFulfilment> = {}): LineFulfilment => ({
  position: 0,
  productId: 1,
  name: 'Wine',
  quantity: 2,
  netCents: 12_000,
  isPhysical: true,
  shipped: 0,
  withdrawn: 0,
  refunded: 0,
  refundedCents: 0,
  ...change,
});
const PAID = { status: 'Awaiting Fulfillment', lines: [line()], unrefundedCents: 12_000, hasOpenDispute: false } as const;

test('a paid order may be sent, refunded, cancelled and packed', () => {
  expect(orderActions(PAID)).toEqual({
    canShip: true,
    canRefund: true,
    canCancel: true,
    canChangeDelivery: true,
    canEditItems: true,
    canAddItems: true,
    canMakeReady: false,
    canHandOver: false,
    statuses: ['Awaiting Shipment', 'Awaiting Pickup', 'Completed', 'Disputed', 'Manual Verification Required'],
  });
});

test('an order that was sent in part may not be cancelled any more', () => {
  expect(orderActions({ ...PAID, status: 'Partially Shipped', lines: [line({ shipped: 1 })] })).toMatchObject({
    canShip: true,
    canCancel: false,
    canChangeDelivery: false,
    canEditItems: true,
    canAddItems: true,
  });
});

test('nothing is refunded while the payment is disputed', () => {
  expect(orderActions({ ...PAID, status: 'Disputed', hasOpenDispute: true })).toMatchObject({
    canRefund: false,
    canCancel: false,
    canEditItems: false,
  });
});

test('a cancelled order whose refund failed may be refunded again, and nothing else', () => {
  expect(orderActions({ ...PAID, status: 'Cancelled' })).toEqual({
    canShip: false,
    canRefund: true,
    canCancel: false,
    canChangeDelivery: false,
    canEditItems: false,
    canAddItems: false,
    canMakeReady: false,
    canHandOver: false,
    statuses: [],
  });
});

test('an order that is collected is made ready and handed over, not sent', () => {
  const collected = { ...PAID, collection: { wasReady: false } };

  expect(orderActions(collected)).toEqual({
    canShip: false,
    canRefund: true,
    canCancel: true,
    canChangeDelivery: false,
    canEditItems: true,
    canAddItems: false,
    canMakeReady: true,
    canHandOver: false,
    statuses: ['Awaiting Shipment', 'Disputed', 'Manual Verification Required'],
  });
  expect(orderActions({ ...collected, status: 'Awaiting Pickup', collection: { wasReady: true } })).toMatchObject({
    canMakeReady: false,
    canHandOver: true,
  });
});

test('gift cards alone are never sent', () => {
  expect(orderActions({ ...PAID, lines: [line({ isPhysical: false })] }).canShip).toBe(false);
});
