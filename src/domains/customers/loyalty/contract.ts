/** Contract of loyalty. */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { calls } from '#lib/define-contract.ts';
import { DISCOUNT_KINDS, loyaltyConfig } from './model/programme.ts';

const tier = z.enum(TIERS);

export const memberView = z.object({
  tier,
  spent: z.number().describe('Within the window, less refunds'),
  next: z.object({ tier, missing: z.number() }).nullable().describe('What spending reaches next; null at the top'),
  lessAt: z.string().nullable().describe('When what counts today becomes less'),
  entries: z
    .array(z.object({ kind: z.enum(['spend', 'refund']), at: z.string(), amount: z.number(), orderNumber: z.number().int().nullable() }))
    .describe('The last entries of the ledger, the newest first'),
  changes: z.array(z.object({ at: z.string(), from: tier, to: tier })).describe('Changes of the tier, the newest first'),
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
    .describe('Birthday and anniversary coupons, the newest first'),
});
export type MemberView = z.output<typeof memberView>;

export const loyaltyContract = calls({
  /** [API-40] */
  config: {
    method: 'GET',
    path: '/api/get-loyalty-config',
    summary: 'The loyalty programme of the market; the body is the programme itself',
    reference: '[LOY-22, API-40]',
    input: z.object({}),
    output: loyaltyConfig,
    mutates: false,
    errors: {},
  },
  member: {
    method: 'GET',
    path: '/api/account/loyalty',
    summary: "One's tier, what it follows from, and one's coupons",
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
    summary: 'The tier that a `code` parameter speaks to; null where it is none of ours. It changes wording, never eligibility',
    reference: '[LOY-18]',
    input: z.object({ code: z.string().max(200) }),
    output: z.object({ data: z.object({ tier: tier.nullable() }) }),
    mutates: false,
    errors: {},
  },
});
