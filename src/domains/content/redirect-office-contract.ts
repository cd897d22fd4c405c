/** Office calls about redirects. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { OFFICE_PAGE_ERRORS } from './messages/office-errors.ts';
import { redirectRecord } from './model/redirect.ts';

const REFERENCE = 'docs/decisions/0138-pages-in-the-office.md';

export const REDIRECT_SORTS = ['from', '-from', 'changed', '-changed'] as const;
export type RedirectSort = (typeof REDIRECT_SORTS)[number];

export const REDIRECT_KINDS = ['permanent', 'temporary'] as const;

const filters = {
  'filter[kind]': z.enum(REDIRECT_KINDS).optional(),
  'filter[market]': z
    .string()
    .max(400)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(MARKETS)))
    .optional()
    .describe('Comma separated; redirects of any of them'),
  'filter[changed]': dayRange.describe('Days in the time zone of the first market'),
} as const;

const redirectRow = z.object({
  from: z.string(),
  to: z.string(),
  isPermanent: z.boolean(),
  markets: z.array(marketName),
  hasPage: z.boolean().describe('Whether a page is at the address, which then comes first'),
  changedAt: isoTime,
  version: z.string().describe('Changes with the redirect, to base a change on'),
});
export type RedirectRow = z.output<typeof redirectRow>;

const deletedRedirect = redirectRow.omit({ hasPage: true, changedAt: true, version: true });
/** Most redirects of one bulk call. The browser sends several. */
const MAX_BULK_REDIRECTS = 200;

const path = storableText(200);
const version = storableText(100).describe('Version of the redirect that was shown');
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'pages.write', mutates: true } as const;
const { REDIRECT_REFUSED, REDIRECT_EXISTS, REDIRECT_NOT_FOUND, OTHER_MARKET } = OFFICE_PAGE_ERRORS;

export const redirectOfficeContract = officeCalls({
  redirects: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'pages.read',
    mutates: false,
    path: '/office/v1/redirects',
    summary: 'Lists redirects of one’s markets',
    input: listInput.extend({ ...filters, sort: z.enum(REDIRECT_SORTS).default('from') }),
    output: listOf(redirectRow),
    errors: CURSOR_ERRORS,
  },
  saveRedirect: {
    ...WRITE,
    path: '/office/v1/redirects/save',
    summary: 'Adds a redirect of one’s markets, or changes that of its address',
    input: z.object({
      from: path,
      to: storableText(500),
      isPermanent: z.boolean().default(true),
      markets: z.array(marketName).min(1).optional().describe('Without it, one’s markets for a new redirect, and those of a changed one'),
      version: version.nullable().default(null).describe('Version of the redirect that was shown. Null for a new one'),
    }),
    output: z.object({ from: z.string(), version: z.string() }),
    errors: { ...REDIRECT_REFUSED, ...REDIRECT_EXISTS, ...REDIRECT_NOT_FOUND, ...OTHER_MARKET, ...CHANGED_MEANWHILE },
  },
  deleteRedirect: {
    ...WRITE,
    path: '/office/v1/redirects/delete',
    summary: 'Deletes a redirect',
    input: z.object({ from: path, version }),
    output: deletedRedirect.describe('The deleted redirect, for undo'),
    errors: { ...REDIRECT_NOT_FOUND, ...OTHER_MARKET, ...CHANGED_MEANWHILE },
  },
  deleteRedirects: {
    ...WRITE,
    path: '/office/v1/redirects/delete-many',
    summary: 'Deletes redirects of one’s markets together. Those that changed, are gone, or hold in other markets too, are left out',
    input: z.object({
      redirects: z
        .array(z.object({ from: path, version }))
        .min(1)
        .max(MAX_BULK_REDIRECTS),
    }),
    output: z.object({ deleted: z.array(deletedRedirect).describe('As they were, for undo'), kept: z.number().int() }),
    errors: {},
  },
  restoreRedirects: {
    ...WRITE,
    path: '/office/v1/redirects/restore',
    summary: 'Adds deleted redirects again, where their address is free',
    input: z.object({
      redirects: z
        .array(redirectRecord.omit({ record: true }))
        .min(1)
        .max(MAX_BULK_REDIRECTS),
    }),
    output: z.object({ restored: z.number().int(), kept: z.number().int().describe('Those whose address has another redirect now') }),
    errors: { ...REDIRECT_REFUSED, ...OTHER_MARKET },
  },
});
