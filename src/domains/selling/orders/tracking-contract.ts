/** The endpoints for buyers without an account: the status of an order, and the order by a link that expires. */
import { z } from 'zod';
import { calls } from '#lib/define-contract.ts';
import { emailField } from '#lib/email-field.ts';
import { expectedDelivery, orderView } from './contract.ts';
import { TRACKING_ERRORS } from './messages/tracking.ts';

const MAX_TOKEN_LENGTH = 200;
/** Order numbers are integers of PostgreSQL. */
const MAX_NUMBER = 2_147_483_647;

const token = z.string().min(1).max(MAX_TOKEN_LENGTH).describe('From the link that was emailed');

/** An order without its id, which would open it for ever [ORD-18]. */
const linkedOrder = orderView.omit({ id: true });

export const trackingContract = calls({
  trackOrder: {
    method: 'POST',
    path: '/api/track-order',
    summary: 'Returns the status of an order by email and number, and emails a link to it. Answers alike whatever of the two is wrong',
    reference: '[ORD-19]',
    input: z.object({
      email: emailField,
      number: z
        .string()
        .trim()
        .max(40)
        .regex(/^#?\s*\d{1,10}$/, 'must be the number in the subject of our emails, such as 1000023')
        .transform((text) => Number(text.replace(/\D/g, '')))
        .refine((number) => number <= MAX_NUMBER, 'is too large for an order number'),
    }),
    output: z.object({
      data: z.object({ status: z.string().nullable().describe('Such as `Sent on 12 November 2026`. Null if there is no such order') }),
    }),
    mutates: true,
    rateLimitPerMinute: 30,
    errors: { too_many_attempts: TRACKING_ERRORS.too_many_attempts },
  },
  linkedOrder: {
    method: 'GET',
    path: '/api/linked-order',
    summary: 'Returns the order that a link was emailed for, without its id',
    reference: '[ORD-20]',
    input: z.object({ token }),
    output: z.object({
      data: linkedOrder,
      seller: z.object({ name: z.string(), taxId: z.string() }),
      expectedDelivery,
      expiresAt: z.string(),
    }),
    mutates: false,
    errors: { order_link_ended: TRACKING_ERRORS.order_link_ended },
  },
  endOrderLink: {
    method: 'POST',
    path: '/api/linked-order/end',
    summary: 'Ends a link before it expires',
    reference: '[ORD-20]',
    input: z.object({ token }),
    output: z.object({ data: z.object({ ended: z.literal(true) }) }),
    mutates: true,
    handlesRepeats: true,
    errors: {},
  },
});
