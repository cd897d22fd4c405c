/** Office calls about store credit: the ledger, the account of a customer, grants and what is taken back. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listed, listInput, listOf, marketName, recordId } from '#domains/staff/model/records.ts';
import { MARKETS } from '#markets/market.ts';
import { CHANGE_LIMIT_ERRORS, OFFICE_CREDIT_ERRORS } from './messages/office-errors.ts';
import { CREDIT_KINDS, CREDIT_SORTS } from './model/credit-list.ts';
import { creditCents, creditNote, creditReason, customerEmails } from './model/office-credit-forms.ts';

const REFERENCE = 'docs/decisions/0159-gift-cards-and-credit-in-the-office.md';

const range = (value: RegExp, problem: string) => z.string().max(60).regex(value, problem).optional();

const listFields = {
  q: listInput.shape.q.describe('Beginning of the email address or of a name of the customer'),
  sort: z.enum(CREDIT_SORTS).default('-at'),
  'filter[kind]': listed(CREDIT_KINDS),
  'filter[market]': listed(MARKETS),
  'filter[at]': dayRange.describe('Days in the time zone of the market'),
  'filter[amount]': range(
    /^(?:\d{1,7}(?:\.\d\d?)?)?\.\.(?:\d{1,7}(?:\.\d\d?)?)?$/,
    'must be a range of amounts such as 100..250.50',
  ).describe('Size of the change, whether given or spent'),
  'filter[customer]': recordId.optional().describe('Id of the customer'),
};

const creditEntry = z.object({
  id: z.number().int(),
  at: isoTime,
  market: marketName,
  kind: z.string(),
  amount: z.number(),
  note: z.string().describe('What the customer reads'),
  author: z.string().describe('Who made it by hand; empty for orders, referrals and refunds'),
  reason: z.string(),
  orderId: z.uuid().nullable(),
  orderNumber: z.number().int().nullable(),
});

const creditCustomer = {
  customerId: z.number().int(),
  name: z.string().describe('Empty if the account was erased'),
  email: z.string(),
};

const creditRow = creditEntry.extend(creditCustomer);
export type CreditRow = z.output<typeof creditRow>;

const accountEntry = creditEntry.extend({ balance: z.number().describe('After the entry') });

const officeCredit = z.object({
  ...creditCustomer,
  market: marketName,
  timeZone: z.string(),
  version: z.number().int(),
  balance: z.number(),
  held: z.number().describe('Reserved by orders in progress'),
  entries: z.array(accountEntry).describe('Oldest first. Their amounts add up to the balance'),
});
export type OfficeCredit = z.output<typeof officeCredit>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'credit.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'credit.write', mutates: true } as const;
const { NOT_FOUND, NOT_YOUR_MARKET, UNKNOWN_CUSTOMERS, TOO_LITTLE } = OFFICE_CREDIT_ERRORS;

const grantFields = { market: marketName, emails: customerEmails, amountCents: creditCents.describe('For each customer') };

export const creditOfficeContract = officeCalls({
  creditEntries: {
    ...READ,
    path: '/office/v1/credit',
    summary: 'Lists entries of store credit of one’s markets',
    input: listInput.extend(listFields),
    output: listOf(creditRow),
    errors: CURSOR_ERRORS,
  },
  creditLiability: {
    ...READ,
    path: '/office/v1/credit/liability',
    summary: 'Returns what store credit is outstanding, by market',
    input: z.object({}),
    output: z.object({ markets: z.array(z.object({ market: marketName, customers: z.number().int(), outstanding: z.number() })) }),
    errors: {},
  },
  credit: {
    ...READ,
    path: '/office/v1/credit/account',
    summary: 'Returns the store credit of a customer in a market with its ledger',
    input: z.object({ customerId: recordId, market: marketName }),
    output: officeCredit,
    errors: NOT_FOUND,
  },
  previewGrant: {
    ...WRITE,
    // Changes nothing. The guards of changes apply, because the addresses do not fit into a query.
    handlesRepeats: true,
    path: '/office/v1/credit/grant/preview',
    summary: 'Returns who would be given store credit, without giving it',
    input: z.object(grantFields),
    output: z.object({
      customers: z.array(z.object(creditCustomer).extend({ balance: z.number() })),
      unknown: z.array(z.string()).describe('Addresses without an account in the market'),
      total: z.number(),
      needsStepUp: z.boolean(),
      isOverLimit: z.boolean(),
      limit: z.number().nullable(),
    }),
    errors: NOT_YOUR_MARKET,
  },
  grantCredit: {
    ...WRITE,
    path: '/office/v1/credit/grant',
    summary: 'Gives customers store credit, all of them or none',
    input: z.object({ ...grantFields, note: creditNote, reason: creditReason }),
    output: z.object({ customers: z.array(z.object({ customerId: z.number().int(), version: z.number().int() })), total: z.number() }),
    errors: { ...NOT_YOUR_MARKET, ...UNKNOWN_CUSTOMERS, ...CHANGE_LIMIT_ERRORS },
  },
  takeBackCredit: {
    ...WRITE,
    path: '/office/v1/credit/take-back',
    summary: 'Takes store credit back that was not spent',
    input: z.object({
      customerId: recordId,
      market: marketName,
      version: z.coerce.number().int().min(0).describe('`version` of the account that was shown'),
      amountCents: creditCents,
      note: creditNote,
      reason: creditReason,
    }),
    output: officeCredit,
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...TOO_LITTLE, ...CHANGE_LIMIT_ERRORS },
  },
  exportCredit: {
    ...WRITE,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    permission: 'credit.export',
    stepUp: true,
    path: '/office/v1/credit/export',
    summary: 'Returns a page of the entries that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
