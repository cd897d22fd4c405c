/** Office calls that import redirects from CSV, and that say where an address leads. */
import { z } from 'zod';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { TARGET_STATES } from './menu-office-contract.ts';
import { OFFICE_PAGE_ERRORS } from './messages/office-errors.ts';
import { redirectRecord } from './model/redirect.ts';
import { MAX_REDIRECT_ROWS } from './model/redirect-csv.ts';
import { PLAN_STATES } from './model/redirect-plan.ts';

const REFERENCE = 'docs/decisions/0138-pages-in-the-office.md';
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'pages.write', mutates: true } as const;
const { REDIRECT_REFUSED, OTHER_MARKET, PLAN_OUTDATED } = OFFICE_PAGE_ERRORS;

const MAX_CSV_LENGTH = 500_000;
const csv = storableText(MAX_CSV_LENGTH).describe('Columns from, to, kind and markets. The first row may have headings');

const plannedRow = z.object({
  line: z.number().int(),
  from: z.string(),
  to: z.string(),
  state: z.enum(PLAN_STATES),
  notes: z.array(z.string()).describe('Why a row is refused, or what to look at'),
  before: z.string().nullable().describe('Where the old address leads now; null if nowhere'),
});
export type PlannedRow = z.output<typeof plannedRow>;

const restored = z.array(redirectRecord).max(MAX_REDIRECT_ROWS);
const removed = z.array(z.string().max(200)).max(MAX_REDIRECT_ROWS);

const written = z
  .array(z.object({ from: z.string().max(200), version: storableText(100) }))
  .max(MAX_REDIRECT_ROWS)
  .describe('Versions that the import wrote. What has another one since stays');

const traced = z.object({
  site: z.string(),
  steps: z.array(z.object({ from: z.string(), to: z.string(), isPermanent: z.boolean() })),
  end: z.object({ to: z.string(), state: z.enum(TARGET_STATES), name: z.string(), note: z.string() }),
  isOutside: z.boolean().describe('Whether it ends on another site'),
});
export type TracedAddress = z.output<typeof traced>;

export const redirectImportOfficeContract = officeCalls({
  planRedirects: {
    ...WRITE,
    // Changes nothing. A file does not fit into a query.
    handlesRepeats: true,
    path: '/office/v1/redirects/plan',
    summary: 'Says row by row what an import of redirects will change: new, changed, loops, chains, duplicates, missing targets',
    input: z.object({ csv }),
    output: z.object({ rows: z.array(plannedRow), fingerprint: z.string().describe('Of this plan, for the import') }),
    errors: REDIRECT_REFUSED,
  },
  importRedirects: {
    ...WRITE,
    path: '/office/v1/redirects/import',
    summary: 'Imports the rows that the plan does not refuse, in one transaction',
    input: z.object({ csv, fingerprint: z.string().max(40) }),
    output: z.object({
      changed: z.number().int(),
      restore: restored.describe('Redirects as they were, for undo'),
      remove: removed.describe('Addresses of the added ones, for undo'),
      written,
    }),
    errors: { ...REDIRECT_REFUSED, ...PLAN_OUTDATED },
  },
  revertRedirects: {
    ...WRITE,
    path: '/office/v1/redirects/revert',
    summary: 'Takes an import back, as far as nobody changed its redirects since',
    input: z.object({ restore: restored, remove: removed, written }),
    output: z.object({ changed: z.number().int(), kept: z.number().int().describe('Redirects that somebody changed since') }),
    errors: { ...REDIRECT_REFUSED, ...OTHER_MARKET },
  },
  testRedirect: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'pages.read',
    mutates: false,
    path: '/office/v1/redirects/test',
    summary: 'Says step by step where an address leads on each site',
    input: z.object({ address: storableText(500) }),
    output: z.object({ path: z.string(), results: z.array(traced) }),
    errors: REDIRECT_REFUSED,
  },
});
