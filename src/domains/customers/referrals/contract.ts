/** Contract of referrals. */
import { z } from 'zod';
import { OWNERSHIP_ERRORS, TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';

export const referralView = z.object({
  code: z.string(),
  amount: z.number().describe('What friend and referrer get'),
  balance: z.number().describe('Store credit that can be spent now'),
  friends: z
    .array(z.object({ at: z.string(), amount: z.number(), state: z.enum(['credited', 'reversed', 'held', 'refused']) }))
    .describe('Orders that came with the code, the newest first; nothing of who ordered'),
});
export type ReferralView = z.output<typeof referralView>;

export const referralContract = calls({
  /** [API-41] */
  check: {
    method: 'GET',
    path: '/api/check-referral-code',
    summary: "A customer's referral code in the market; it is made the first time",
    reference: '[REF-1, API-41]',
    input: z.object({
      bigcommerceId: z.coerce.number().int().min(1).max(2_147_483_647).describe('The customer id'),
      hubspotId: storableText(64).default('').describe('The contact id; the customer id decides'),
    }),
    output: z.object({ code: z.string() }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    rateLimitPerMinute: 30,
    errors: OWNERSHIP_ERRORS,
  },
  mine: {
    method: 'GET',
    path: '/api/account/referral',
    summary: "One's code, and what came of it",
    reference: '[REF-6]',
    input: z.object({}),
    output: z.object({ data: referralView }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
});
