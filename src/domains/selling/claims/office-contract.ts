/** Office calls about claims: the list, one claim, and the decision. */
import { z } from 'zod';
import { refundState } from '#domains/selling/orders/model/refund-state.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listInput, listOf, marketName, version } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { OFFICE_CLAIM_ERRORS } from './messages/errors.ts';
import { CLAIM_OUTCOMES, CLAIM_PROBLEMS, CLAIM_SORTS, CLAIM_STATES, MAX_CLAIM_ANSWER, SUPPLIER_STATES } from './model/claim.ts';

const REFERENCE = 'docs/decisions/0198-claims.md';

const claimId = z.uuid();
const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');

const reported = z.object({ name: z.string(), problem: z.enum(CLAIM_PROBLEMS), bottles: z.number().int() });

const claimRow = z.object({
  id: claimId,
  number: z.number().int().describe('Number of the order'),
  market: marketName,
  name: z.string().describe('Name of the buyer. Empty if the data was erased'),
  receivedAt: isoTime,
  state: z.enum(CLAIM_STATES),
  lines: z.array(reported),
  photos: z.number().int(),
  amount: z.number().nullable(),
  decidedBy: z.string(),
});
export type ClaimRow = z.output<typeof claimRow>;

const officeClaim = claimRow.omit({ photos: true }).extend({
  orderId: z.uuid(),
  email: z.string(),
  text: z.string(),
  answer: z.string(),
  photos: z.array(z.uuid()),
  lines: z.array(
    reported.extend({
      position: z.number().int().describe('Line of the order, from 0'),
      ordered: z.number().int().describe('Bottles of the line'),
      paid: z.number(),
      sendable: z.number().int().describe('Cases that can be sent again: sent, and neither refunded nor sent again'),
      available: z.number().int().describe('Cases in stock'),
    }),
  ),
  carriers: z.array(z.string()).describe('Carriers of the order'),
  left: z.number().describe('What can be given back: paid, less refunds and credit for claims'),
  hasAccount: z.boolean().describe('Store credit needs an account'),
  decidedAt: isoTime.nullable(),
  replacement: z.object({ id: z.uuid(), number: z.number().int() }).nullable().describe('The order that sends cases again'),
  supplierClaims: z
    .array(z.object({ id: z.uuid(), producer: z.string(), email: z.string(), by: z.string(), at: isoTime }))
    .describe('What was claimed from suppliers, the latest first'),
  rule: z
    .object({ problems: z.array(z.enum(CLAIM_PROBLEMS)), upTo: z.number(), perYear: z.number().int() })
    .nullable()
    .describe('The rule by which the shop decided at once. Null if a person decided'),
  version: z.number().int(),
  timeZone: z.string(),
  otherClaims: z.number().int().describe('Other claims of the same buyer in this market'),
  history: z.array(z.object({ at: isoTime, who: z.string(), action: z.string() })),
  neighbours: z.object({ previous: claimId.nullable().describe('The next newer claim'), next: claimId.nullable() }),
});
export type OfficeClaim = z.output<typeof officeClaim>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'orders.read', mutates: false } as const;
const { NOT_FOUND, ACTION_REFUSED, OVER_LIMIT, AMOUNT_MISSING, CASES_MISSING, ANSWER_MISSING } = OFFICE_CLAIM_ERRORS;

/** Fields that the list and its export have in common. */
const listFields = {
  q: listInput.shape.q.describe('Number of the order, or words of the buyer’s name or email address'),
  sort: z.enum(CLAIM_SORTS).default('-received'),
  'filter[state]': listed(CLAIM_STATES),
  'filter[problem]': listed(CLAIM_PROBLEMS),
  'filter[market]': listed(MARKETS),
  'filter[producer]': storableText(200).optional().describe('Brand of a reported wine'),
  'filter[supplier]': z.enum(SUPPLIER_STATES).optional().describe('`due` if something was not claimed from its supplier yet'),
};

export const claimOfficeContract = officeCalls({
  claims: {
    ...READ,
    path: '/office/v1/claims',
    summary: 'Lists claims of one’s markets',
    input: listInput.extend({
      ...listFields,
    }),
    output: listOf(claimRow),
    errors: CURSOR_ERRORS,
  },
  exportClaims: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    permission: 'orders.export',
    stepUp: true,
    path: '/office/v1/claims/export',
    summary: 'Returns a page of the claims that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor, ids: z.array(claimId).max(1_000).optional().describe('Only these') }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
  claim: {
    ...READ,
    path: '/office/v1/claims/claim',
    summary: 'Returns a claim with everything that staff see of it',
    input: z.object({ id: claimId }),
    output: officeClaim,
    errors: NOT_FOUND,
  },
  claimPhoto: {
    ...READ,
    path: '/office/v1/claims/photo',
    summary: 'Returns a photo of a claim',
    input: z.object({ id: claimId, photo: z.uuid() }),
    output: z.object({ content: z.base64().describe('JPEG') }),
    errors: NOT_FOUND,
  },
  decideClaim: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'orders.refund',
    mutates: true,
    path: '/office/v1/claims/decide',
    summary:
      'Refunds a claim, gives store credit for it (needs permission for that), sends cases again, or declines it, and emails the buyer',
    input: z.object({
      id: claimId,
      version,
      outcome: z.enum(CLAIM_OUTCOMES),
      amountCents: z.number().int().min(0).max(100_000_000).default(0).describe('Of a refund or store credit'),
      cases: z
        .array(z.object({ position: z.number().int().min(0).max(9_999), cases: z.number().int().min(1).max(99_999) }))
        .max(100)
        .default([])
        .describe('Cases of reported lines that are sent again'),
      answer: storableText(MAX_CLAIM_ANSWER).default('').describe('Shown to the buyer. Needed to decline'),
    }),
    output: officeClaim.extend({ refund: refundState.exclude(['refused']) }),
    errors: {
      ...NOT_FOUND,
      ...CHANGED_MEANWHILE,
      ...ACTION_REFUSED,
      ...OVER_LIMIT,
      ...AMOUNT_MISSING,
      ...CASES_MISSING,
      ...ANSWER_MISSING,
    },
  },
});
