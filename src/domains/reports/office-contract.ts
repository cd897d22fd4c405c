/** Office calls about figures: sales by day, and what visitors did. */
import { z } from 'zod';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, marketName } from '#domains/staff/model/records.ts';
import { REPORT_ERRORS } from './messages/errors.ts';
import { CLAIM_GROUPS } from './model/claim-report.ts';
import { isDay, MAX_RANGE_DAYS } from './model/date-range.ts';

const REFERENCE = 'docs/decisions/0157-figures-of-the-office.md';
const day = z.string().refine(isDay, 'must be a day such as 2026-11-30').describe('ISO day in the market’s time zone');

const rangeInput = z.object({ market: marketName, from: day, to: day }).describe(`At most ${MAX_RANGE_DAYS} days, both ends included`);
const range = { market: marketName, from: z.string(), to: z.string(), timeZone: z.string() } as const;
const READ = { method: 'GET', reference: REFERENCE, permission: 'reports.read', mutates: false } as const;

const amounts = { orders: z.number(), revenue: z.number() } as const;

const sales = z.object({
  ...range,
  currency: z.string(),
  today: z.string().describe('Today in the market'),
  at: isoTime.describe('When the figures were read; today is compared with the weekdays before until this time of day'),
  days: z.array(
    z.object({
      day: z.string(),
      orders: z.number().int(),
      revenue: z.number().describe('Charged to cards that day, less what went back to cards that day'),
      refunds: z.number(),
      usual: z.object(amounts).nullable().describe('Average of the same weekday of the four weeks before; null without sales before'),
    }),
  ),
  hours: z.array(z.number().int()).length(24).describe('Orders by hour of the day, from midnight'),
  total: z.object({ orders: z.number().int(), revenue: z.number(), refunds: z.number(), usual: z.object(amounts).nullable() }),
});
export type SalesReport = z.output<typeof sales>;

const visits = z.object({
  ...range,
  steps: z.object({
    visits: z.number().int(),
    viewed: z.number().int(),
    added: z.number().int(),
    checkouts: z.number().int(),
    orders: z.number().int().describe('Visits whose cart became an order'),
  }),
  countedAt: isoTime.nullable().describe('When visits were last counted; null if never'),
  searches: z
    .array(z.object({ query: z.string(), times: z.number().int(), lastAt: isoTime }))
    .describe('Searches that found nothing, most often first'),
});
export type VisitReport = z.output<typeof visits>;

const claims = z.object({
  ...range,
  currency: z.string(),
  rows: z
    .array(
      z.object({
        group: z.enum(CLAIM_GROUPS),
        name: z.string().describe('Producer, carrier or reason. Empty if it is not known'),
        claims: z.number().int(),
        cases: z.number().describe('Reported bottles divided by the size of the case'),
        sent: z.number().int().describe('Cases that were sent in the same days'),
        refunded: z.number(),
        credited: z.number(),
        replaced: z.number().describe('What was paid for cases that were sent again'),
      }),
    )
    .describe('Of each group those with most cases first. Without claims only the total'),
});
export type ClaimReport = z.output<typeof claims>;

export const reportOfficeContract = officeCalls({
  claimReport: {
    ...READ,
    path: '/office/v1/reports/claims',
    summary: 'Returns claims by producer, carrier and reason, how much was sent, and what they cost',
    input: rangeInput,
    output: claims,
    errors: REPORT_ERRORS,
  },
  sales: {
    ...READ,
    path: '/office/v1/reports/sales',
    summary: 'Returns revenue and orders by day, compared with the same weekdays before, and orders by hour',
    input: rangeInput,
    output: sales,
    errors: REPORT_ERRORS,
  },
  visits: {
    ...READ,
    path: '/office/v1/reports/visits',
    summary: 'Returns how far visits came, and searches that found nothing',
    input: rangeInput,
    output: visits,
    errors: REPORT_ERRORS,
  },
});
