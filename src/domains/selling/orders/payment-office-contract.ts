/** What was paid for an order, returned and disputed, as the office shows it. */
import { z } from 'zod';
import { isoTime } from '#domains/staff/model/records.ts';
import { PAYMENT_STATES } from './model/order-list.ts';

export const orderPayment = z.object({
  state: z.enum(PAYMENT_STATES),
  paid: z.number(),
  refunded: z.number(),
  left: z.number(),
  shippingLeft: z.number().describe('Part of the delivery charge that can be refunded'),
  givenForClaims: z.number().describe('Store credit for claims, and what was paid for cases that were sent again'),
  reference: z.string().describe('Id of the payment at the gateway; empty if none was needed'),
});

export const orderRefund = z.object({
  id: z.uuid(),
  at: isoTime,
  amount: z.number(),
  toCard: z.number(),
  state: z.enum(['intended', 'done', 'refused']),
  reason: z.string(),
  failure: z.string().nullable(),
  actor: z.string(),
});

export const orderDispute = z.object({
  id: z.string(),
  openedAt: isoTime,
  amount: z.number(),
  status: z.string(),
  reason: z.string(),
  evidenceDueAt: isoTime.nullable(),
});
