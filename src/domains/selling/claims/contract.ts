/** The endpoints by which buyers report what is wrong with an order. */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { CLAIM_ERRORS } from './messages/errors.ts';
import { CLAIM_PROBLEMS, CLAIM_STATES, MAX_CLAIM_TEXT, MAX_PHOTOS_PER_CLAIM } from './model/claim.ts';

const REFERENCE = '[ORD-22]';
const order = z.string().min(1).max(200).describe('Id of the order, or the token of a link to it');
const line = z.object({
  position: z.number().int().min(0).max(9_999).describe('Index in lineItems'),
  problem: z.enum(CLAIM_PROBLEMS),
  bottles: z.number().int().min(1).max(99_999),
});

const claim = z.object({
  id: z.uuid(),
  sentAt: z.string(),
  sentOn: z.string().describe('Its day, formatted'),
  state: z.enum(CLAIM_STATES),
  lines: z.array(line.extend({ name: z.string() })),
  text: z.string(),
  photos: z.number().int(),
  amount: z.string().nullable().describe('Refunded or credited, formatted'),
  answer: z.string(),
});
export type ClaimView = z.output<typeof claim>;

const claims = z.object({
  number: z.number().int(),
  lines: z.array(z.object({ position: z.number().int(), name: z.string(), bottles: z.number().int() })),
  /** Why nothing can be sent now. Null if it can. */
  refusal: z.string().nullable(),
  claims: z.array(claim).describe('Newest first'),
});
export type OrderClaims = z.output<typeof claims>;

const { order_not_found } = CLAIM_ERRORS;
const { token_invalid } = TOKEN_ERRORS;

export const claimContract = calls({
  claims: {
    method: 'GET',
    path: '/api/claims',
    summary: 'Returns the lines of an order that can be reported, and what was reported before',
    reference: REFERENCE,
    input: z.object({ order }),
    output: z.object({ data: claims }),
    mutates: false,
    errors: { order_not_found, token_invalid },
  },
  sendClaim: {
    method: 'POST',
    path: '/api/claims',
    summary: 'Reports what is wrong with an order',
    reference: REFERENCE,
    input: z.object({
      order,
      lines: z.array(line).min(1).max(100),
      text: storableText(MAX_CLAIM_TEXT).default(''),
      photos: z.array(z.uuid()).max(MAX_PHOTOS_PER_CLAIM).default([]).describe('Ids of uploaded photos'),
    }),
    output: z.object({ data: claims }),
    mutates: true,
    rateLimitPerMinute: 30,
    errors: {
      order_not_found,
      token_invalid,
      claim_closed: CLAIM_ERRORS.claim_closed,
      claim_open: CLAIM_ERRORS.claim_open,
      too_many_claims: CLAIM_ERRORS.too_many_claims,
      claim_line_unknown: CLAIM_ERRORS.claim_line_unknown,
      photo_unknown: CLAIM_ERRORS.photo_unknown,
    },
  },
});
