import { expect, test } from 'vitest';
import { formatTrackedStatus } from './tracked-status.ts';

const since = new Date('2026-11-12T01:00:00Z');

test.each([
  ['Shipped', 'Sent on 12 November 2026'],
  ['Partially Shipped', 'Partly sent on 12 November 2026'],
  ['Awaiting Fulfillment', 'Paid on 12 November 2026, and being packed'],
  ['Awaiting Shipment', 'Packed on 12 November 2026'],
  ['Completed', 'Delivered on 12 November 2026'],
  ['Cancelled', 'Cancelled on 12 November 2026'],
  ['Partially Refunded', 'Partly refunded on 12 November 2026'],
] as const)('an order that is %s reads “%s”', (status, text) => {
  expect(formatTrackedStatus({ market: 'AU', status, since, isGiftCardOnly: false, isCollected: false, deliveredOn: null })).toBe(text);
});

test.each(['Disputed', 'Declined', 'Manual Verification Required'] as const)('an order that is %s reads like any other check', (status) => {
  const read = (each: Parameters<typeof formatTrackedStatus>[0]['status']) =>
    formatTrackedStatus({ market: 'AU', status: each, since, isGiftCardOnly: false, isCollected: false, deliveredOn: null });

  expect(read(status)).toBe(read('Pending'));
});

test('an order of gift cards is not called delivered', () => {
  expect(
    formatTrackedStatus({ market: 'AU', status: 'Completed', since, isGiftCardOnly: true, isCollected: false, deliveredOn: null }),
  ).toBe('Paid on 12 November 2026. Gift cards are sent by email');
});

test('an order that was collected is not called delivered', () => {
  expect(
    formatTrackedStatus({ market: 'AU', status: 'Completed', since, isGiftCardOnly: false, isCollected: true, deliveredOn: null }),
  ).toBe('Collected on 12 November 2026');
});

test('the day is that of the market', () => {
  const late = new Date('2026-11-12T15:30:00Z');
  expect(
    formatTrackedStatus({ market: 'AU', status: 'Shipped', since: late, isGiftCardOnly: false, isCollected: false, deliveredOn: null }),
  ).toBe('Sent on 13 November 2026');
  expect(
    formatTrackedStatus({ market: 'SG', status: 'Shipped', since: late, isGiftCardOnly: false, isCollected: false, deliveredOn: null }),
  ).toBe('Sent on 12 November 2026');
});

test.each([
  ['Shipped', 'Delivered on 14 November 2026'],
  ['Completed', 'Delivered on 14 November 2026'],
  ['Partially Shipped', 'Partly sent on 12 November 2026'],
  ['Partially Refunded', 'Partly refunded on 12 November 2026'],
] as const)('an order that is %s and of which everything sent was delivered reads “%s”', (status, text) => {
  expect(formatTrackedStatus({ market: 'AU', status, since, isGiftCardOnly: false, isCollected: false, deliveredOn: '2026-11-14' })).toBe(
    text,
  );
});
