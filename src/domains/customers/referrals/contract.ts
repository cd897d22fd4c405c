/** Contract of referrals. */
import { z } from 'zod';
import { OWNERSHIP_ERRORS, TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';

export const referralView = z.object({
  code: z.string(),
  amount: z.number().describe('Credit of friend and referrer'),
  balance: z.number().describe('Available store credit'),
  friends: z
    .array(z.object({ at: z.string(), amount: z.number(), state: z.enum(['credited', 'reversed', 'held', 'refused']) }))
    .describe('Orders placed with the code, newest first, without personal data of the friends'),
});
export type ReferralView = z.output<typeof referralView>;

export const referralContract = calls({
  /** [API-41] */
  check: {
    method: 'GET',
    path: '/api/check-referral-code',
    summary: "Returns the customer's referral code in the market; creates it on first use",
    reference: '[REF-1, API-41]',
    input: z.object({
      bigcommerceId: z.coerce.number().int().min(1).max(2_147_483_647).describe('Customer id'),
      hubspotId: storableText(64).default('').describe('Contact id. Ignored, the customer id decides'),
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
    summary: "Returns the customer's referral code and its results",
    reference: '[REF-6]',
    input: z.object({}),
    output: z.object({ data: referralView }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
});
