/** The endpoints of the sandbox gateway's payment page. They accept card tokens only, never numbers. */
import { z } from 'zod';
import { calls } from '#lib/define-contract.ts';
import { CARD_TOKENS } from './model/cards.ts';

const id = z.string().regex(/^pay_[A-Za-z0-9_-]{22}$/, 'must be the id of a payment');

const payment = z.object({
  id,
  amount: z.number(),
  currency: z.string(),
  description: z.string(),
  returnUrl: z.string(),
  status: z.enum(['open', 'confirming', 'captured', 'cancelled', 'refunded']),
  keepsCardOnly: z.boolean().describe('True if nothing is charged and the card is stored'),
  /** Why the last attempt failed, as a sentence. Null if none failed. */
  failure: z.string().nullable(),
});
export type SandboxPayment = z.output<typeof payment>;

const refusals = {
  payment_not_found: { status: 404, title: 'There is no such payment.' },
  payment_ended: { status: 409, title: 'This payment was cancelled. Nothing was charged.' },
  gateway_timeout: { status: 504, title: 'The bank did not answer in time.' },
} as const;

export const gatewayContract = calls({
  read: {
    method: 'GET',
    path: '/sandbox-gateway/api/payment',
    summary: 'Returns a payment for the payment page',
    reference: '[CHK-34]',
    input: z.object({ id }),
    output: z.object({ data: payment }),
    mutates: false,
    errors: { payment_not_found: refusals.payment_not_found },
  },
  pay: {
    method: 'POST',
    path: '/sandbox-gateway/api/pay',
    summary: 'Pays with a card token',
    reference: '[CHK-34]',
    input: z.object({
      id,
      cardToken: z.enum(CARD_TOKENS),
      expiryMonth: z.number().int().min(1).max(12).default(12),
      expiryYear: z.number().int().min(2000).max(2100).default(2099),
    }),
    output: z.object({ data: payment }),
    mutates: true,
    errors: refusals,
  },
  confirm: {
    method: 'POST',
    path: '/sandbox-gateway/api/confirm',
    summary: 'Answers the confirmation request of a card',
    reference: '[CHK-39]',
    input: z.object({ id, approve: z.boolean() }),
    output: z.object({ data: payment }),
    mutates: true,
    errors: refusals,
  },
  giveUp: {
    method: 'POST',
    path: '/sandbox-gateway/api/give-up',
    summary: 'Cancels the payment. A payment that was charged before stays',
    reference: '[CHK-34]',
    input: z.object({ id }),
    output: z.object({ data: payment }),
    mutates: true,
    errors: { payment_not_found: refusals.payment_not_found },
  },
});
