/** Contract of loyalty. */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { calls } from '#lib/define-contract.ts';
import { DISCOUNT_KINDS, loyaltyConfig } from './model/programme.ts';

const tier = z.enum(TIERS);

export const memberView = z.object({
  tier,
  spent: z.number().describe('Spending within the window minus refunds'),
  next: z.object({ tier, missing: z.number() }).nullable().describe('Next tier that spending reaches; null at the highest'),
  lessAt: z.string().nullable().describe('When spending next leaves the window'),
  entries: z
    .array(z.object({ kind: z.enum(['spend', 'refund']), at: z.string(), amount: z.number(), orderNumber: z.number().int().nullable() }))
    .describe('Latest entries of the ledger, newest first'),
  changes: z.array(z.object({ at: z.string(), from: tier, to: tier })).describe('Tier changes, newest first'),
  coupons: z
    .array(
      z.object({
        code: z.string(),
        occasion: z.enum(['birthday', 'anniversary']),
        amount: z.number(),
        discountKind: z.enum(DISCOUNT_KINDS),
        endsAt: z.string(),
        state: z.enum(['open', 'used', 'ended']),
      }),
    )
    .describe('Birthday and anniversary coupons, newest first'),
});
export type MemberView = z.output<typeof memberView>;

export const loyaltyContract = calls({
  /** [API-40] */
  config: {
    method: 'GET',
    path: '/api/get-loyalty-config',
    summary: 'Returns the loyalty programme of the market, without an envelope',
    reference: '[LOY-22, API-40]',
    input: z.object({ preview: z.string().max(16_000).optional().describe('Code of a preview of settings') }),
    output: loyaltyConfig,
    mutates: false,
    errors: {},
  },
  member: {
    method: 'GET',
    path: '/api/account/loyalty',
    summary: "Returns the customer's tier, its basis and the customer's coupons",
    reference: '[ACC-2]',
    input: z.object({}),
    output: z.object({ data: memberView }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  tierOfCode: {
    method: 'GET',
    path: '/api/loyalty-code',
    summary: 'Returns the tier of a signed `code` parameter; null if it is invalid. It changes wording, never eligibility',
    reference: '[LOY-18]',
    input: z.object({ code: z.string().max(200) }),
    output: z.object({ data: z.object({ tier: tier.nullable() }) }),
    mutates: false,
    errors: {},
  },
});
