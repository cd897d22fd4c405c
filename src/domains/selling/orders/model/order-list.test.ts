import { expect, test } from 'vitest';
import { paymentStateOf, searchWords } from './order-list.ts';

const PAID = {
  status: 'Shipped',
  totalCents: 10_000,
  refundedCents: 0,
  hasPendingRefund: false,
  hasRefusedRefund: false,
  hasOpenDispute: false,
} as const;

test('the state of a payment names what needs attention before what was returned', () => {
  expect(paymentStateOf(PAID)).toBe('paid');
  expect(paymentStateOf({ ...PAID, refundedCents: 1 })).toBe('partly_refunded');
  expect(paymentStateOf({ ...PAID, refundedCents: 10_000 })).toBe('refunded');
  expect(paymentStateOf({ ...PAID, refundedCents: 10_000, hasRefusedRefund: true })).toBe('refunded');
  expect(paymentStateOf({ ...PAID, refundedCents: 1, hasRefusedRefund: true })).toBe('refund_refused');
  expect(paymentStateOf({ ...PAID, refundedCents: 1, hasPendingRefund: true })).toBe('refund_pending');
  expect(paymentStateOf({ ...PAID, refundedCents: 10_000, hasOpenDispute: true })).toBe('disputed');
});

test('an imported order may be unpaid', () => {
  expect(paymentStateOf({ ...PAID, status: 'Declined' })).toBe('unpaid');
  expect(paymentStateOf({ ...PAID, status: 'Declined', refundedCents: 1 })).toBe('partly_refunded');
});

test('an order that was free is paid, not refunded', () => {
  expect(paymentStateOf({ ...PAID, totalCents: 0 })).toBe('paid');
});

test('a search has three words at most and may begin with the sign of a number', () => {
  expect(searchWords('  #1000023 ')).toEqual(['1000023']);
  expect(searchWords('Ada LOVELACE @example.com more')).toEqual(['ada', 'lovelace', '@example.com']);
  expect(searchWords(' # ')).toEqual([]);
});
