/** Office calls about claims to suppliers. */
import { z } from 'zod';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { marketName } from '#domains/staff/model/records.ts';
import { isEmail } from '#lib/email.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { OFFICE_CLAIM_ERRORS } from './messages/errors.ts';
import { MAX_SUPPLIER_CLAIMS } from './model/supplier-claim.ts';

const REFERENCE = 'docs/decisions/0202-what-follows-a-claim.md';
const ids = z.array(z.uuid()).min(1).max(MAX_SUPPLIER_CLAIMS).describe('Claims');

const group = z.object({
  market: marketName,
  producer: z.string(),
  claims: z.number().int(),
  lines: z.number().int().describe('Wines that were not claimed before'),
  bottles: z.number().int().describe('Their bottles'),
  sentLines: z.number().int().describe('Wines that were claimed before'),
  sentBottles: z.number().int(),
  email: z.string().describe('Empty if there is no address yet'),
  version: z.number().int().describe('Of the address; 0 if there is none yet'),
});
export type SupplierGroupView = z.output<typeof group>;

const { NOT_FOUND, ACTION_REFUSED } = OFFICE_CLAIM_ERRORS;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'orders.write', mutates: true } as const;

export const supplierClaimOfficeContract = officeCalls({
  supplierGroups: {
    ...WRITE,
    // Changes nothing. The guards of changes apply, because the claims do not fit into a query.
    handlesRepeats: true,
    path: '/office/v1/claims/supplier/preview',
    summary: 'Returns the producers of claims, with what can be claimed from each and the address it is sent to',
    input: z.object({ ids }),
    output: z.object({ groups: z.array(group) }),
    errors: {},
  },
  sendSupplierClaim: {
    ...WRITE,
    path: '/office/v1/claims/supplier',
    summary: 'Emails a supplier the claims about the wines of a producer as CSV, keeps the address, and marks the claims',
    input: z.object({
      ids,
      market: marketName,
      producer: storableText(200).refine((text) => text !== '', 'must name a producer'),
      email: z.string().trim().max(254).refine(isEmail, 'must be an email address'),
      contactVersion: z.number().int().min(0).max(2_147_483_647).describe('Version of the address that the person saw'),
      again: z.boolean().default(false).describe('True to claim again what was claimed before'),
    }),
    output: z.object({ id: z.uuid(), wines: z.number().int() }),
    errors: { ...NOT_FOUND, ...ACTION_REFUSED, ...CHANGED_MEANWHILE },
  },
  supplierClaimFile: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'orders.read',
    mutates: false,
    path: '/office/v1/claims/supplier/file',
    summary: 'Returns the file of a claim to a supplier as it was sent',
    input: z.object({ id: z.uuid() }),
    output: z.object({ csv: z.string(), name: z.string() }),
    errors: NOT_FOUND,
  },
});
