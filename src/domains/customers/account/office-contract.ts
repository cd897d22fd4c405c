/** Office calls about customers: the list, one customer, and what staff do for them. */
import { z } from 'zod';
import { CONSENT_SOURCES, MARKETING_CHANNELS } from '#domains/customers/consent/model/marketing.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { MEMBERSHIP_STATUSES } from '#domains/selling/clubs/model/membership.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listed, listInput, listOf, marketName, recordId } from '#domains/staff/model/records.ts';
import { MARKETS } from '#markets/market.ts';
import { OFFICE_CUSTOMER_ERRORS } from './messages/office-errors.ts';
import { storedAddress } from './model/address.ts';
import { CONSENT_STATES, CUSTOMER_KINDS, CUSTOMER_SORTS, MEMBER_STATES } from './model/customer-list.ts';
import {
  contactFields,
  customerNoteText,
  emailChange,
  emailCode,
  loyaltyChange,
  mergeTarget,
  officeAddress,
} from './model/office-customer-forms.ts';

const REFERENCE = 'docs/decisions/0154-customers-in-the-office.md';

const personKey = z
  .string()
  .regex(/^g?[1-9]\d{0,8}$/, 'must be the number of a customer, or g and the number of a guest')
  .describe('Number of the customer; g and a number for a guest');
/** A digest of the record as it was shown. Another one means that it changed since. */
const digest = z.string().regex(/^[0-9a-f]{32}$/, 'must be the version of the record that was shown');

const amounts = z
  .string()
  .regex(/^(?:\d{1,7}(?:\.\d\d?)?)?\.\.(?:\d{1,7}(?:\.\d\d?)?)?$/, 'must be a range of amounts such as 100..250.50')
  .optional();

const listFields = {
  'filter[kind]': z.enum(CUSTOMER_KINDS).optional(),
  'filter[tier]': listed(TIERS),
  'filter[consent]': z.enum(CONSENT_STATES).optional(),
  'filter[club]': z.enum(MEMBER_STATES).optional().describe('member: an active membership. paused: only paused ones'),
  'filter[market]': listed(MARKETS),
  'filter[since]': dayRange.describe('Day of the account, or of a guest’s first order'),
  'filter[last]': dayRange.describe('Day of the last order'),
  'filter[spent]': amounts,
  q: listInput.shape.q.describe('Words of the name or email address, a phone number or an order number'),
  sort: z.enum(CUSTOMER_SORTS).default('-last'),
};

const customerRow = z.object({
  id: z.number().int().describe('Number of the row'),
  key: z.string().describe('For the other calls'),
  kind: z.enum(CUSTOMER_KINDS),
  market: marketName,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  tier: z.enum(TIERS).nullable().describe('Null for guests'),
  emailConsent: z.boolean(),
  smsConsent: z.boolean(),
  isMember: z.boolean(),
  orders: z.number().int(),
  spent: z.number().describe('Paid orders less refunds'),
  since: isoTime,
  lastOrderAt: isoTime.nullable(),
});
export type CustomerRow = z.output<typeof customerRow>;

const ledgerEntry = z.object({ at: isoTime, kind: z.string(), amount: z.number(), note: z.string(), orderId: z.uuid().nullable() });

const timelineItem = z.object({
  id: z.string(),
  at: isoTime,
  event: z.enum(['joined', 'order', 'note', 'tier', 'consent', 'activity']),
  actor: z.string().describe('Empty for what the customer or the shop did'),
  /** Tier, channel or action, by event. */
  detail: z.string(),
  note: z.string(),
  orderId: z.uuid().nullable(),
  amount: z.number().nullable(),
});
export type CustomerTimelineItem = z.output<typeof timelineItem>;

const officeCustomer = z.object({
  key: z.string(),
  kind: z.enum(CUSTOMER_KINDS),
  market: marketName,
  markets: z.array(marketName).describe('Those of the customer that you may see'),
  timeZone: z.string(),
  currency: z.string(),
  version: digest,
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  pendingEmail: z.string().nullable().describe('Address that waits for its code'),
  givenName: z.string(),
  familyName: z.string(),
  phone: z.string(),
  isStaff: z.boolean().describe('In the customer group STAFF'),
  since: isoTime,
  totals: z.object({ orders: z.number().int(), spent: z.number(), average: z.number(), lastOrderAt: isoTime.nullable() }),
  /** Why no mail reaches the customer. */
  suppression: z.object({ kind: z.string(), reason: z.string() }).nullable(),
  loyalty: z
    .object({
      tier: z.enum(TIERS),
      spent: z.number().describe('Within the time that counts'),
      next: z.object({ tier: z.enum(TIERS), missing: z.number() }).nullable(),
      /** How the tier was reached. */
      reached: z.object({ at: isoTime, from: z.enum(TIERS), isGranted: z.boolean() }).nullable(),
      isExcluded: z.boolean(),
      exclusionNote: z.string(),
      version: digest.describe('Changes with the decision who takes part'),
      decidedBy: z.string().nullable().describe('The system that decides who takes part; null for the shop'),
      entries: z.array(
        z.object({
          at: isoTime,
          kind: z.enum(['spend', 'refund', 'grant']),
          amount: z.number(),
          tier: z.enum(TIERS).nullable(),
          orderId: z.uuid().nullable(),
          orderNumber: z.number().int().nullable(),
        }),
      ),
    })
    .nullable(),
  orders: z
    .array(
      z.object({
        id: z.uuid(),
        number: z.number().int(),
        placedAt: isoTime,
        status: z.enum(ORDER_STATUS_NAMES),
        total: z.number(),
        items: z.string(),
      }),
    )
    .describe('The last ones'),
  cart: z
    .object({
      updatedAt: isoTime,
      lines: z.array(z.object({ offerId: z.string(), name: z.string(), quantity: z.number().int(), price: z.number().nullable() })),
    })
    .nullable(),
  addresses: z.array(storedAddress.extend({ version: digest })),
  credit: z
    .object({ balance: z.number(), held: z.number().describe('Reserved by orders in progress'), entries: z.array(ledgerEntry) })
    .nullable(),
  giftCards: z.array(
    z.object({
      id: z.uuid(),
      ending: z.string(),
      role: z.enum(['bought', 'received']),
      initial: z.number(),
      balance: z.number(),
      isExpired: z.boolean(),
      createdAt: isoTime,
    }),
  ),
  clubs: z.array(
    z.object({
      id: z.uuid(),
      club: z.string(),
      status: z.enum(MEMBERSHIP_STATUSES),
      next: z.string().nullable().describe('ISO day of the next charge'),
      paid: z.number().int(),
    }),
  ),
  consents: z.object({
    email: z.boolean(),
    sms: z.boolean(),
    history: z.array(
      z.object({
        at: isoTime,
        channel: z.enum(MARKETING_CHANNELS),
        granted: z.boolean(),
        wording: z.string(),
        source: z.enum(CONSENT_SOURCES),
      }),
    ),
  }),
  sessions: z.array(z.object({ id: digest, device: z.string(), method: z.string(), createdAt: isoTime, lastSeenAt: isoTime })),
  cards: z.array(
    z.object({
      brand: z.string(),
      last4: z.string(),
      expiryMonth: z.number().int(),
      expiryYear: z.number().int(),
      isDefault: z.boolean(),
    }),
  ),
  timeline: z.array(timelineItem).describe('Newest first'),
  canSendMail: z.boolean().describe('False where another identity service sends mail about accounts'),
  neighbours: z.object({ previous: z.string().nullable(), next: z.string().nullable() }),
});
export type OfficeCustomer = z.output<typeof officeCustomer>;

const mergePreview = z.object({
  kept: z.object({ key: z.string(), email: z.string(), name: z.string() }),
  removed: z.object({ key: z.string(), email: z.string(), name: z.string() }),
  orders: z.number().int(),
  addresses: z.number().int(),
  giftCards: z.number().int(),
  referrals: z.number().int(),
  notes: z.number().int(),
  carts: z.number().int(),
  cards: z.number().int().describe('Saved cards that are removed, because the gateway keeps them with the other customer'),
  credit: z.array(z.object({ market: marketName, amount: z.number() })),
  loyalty: z.array(z.object({ market: marketName, spent: z.number(), from: z.enum(TIERS), to: z.enum(TIERS).nullable() })),
  isDone: z.boolean(),
});
export type MergePreview = z.output<typeof mergePreview>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'customers.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'customers.write', mutates: true, output: officeCustomer } as const;
const { NOT_FOUND, PHONE_INVALID, ADDRESS_ERRORS, EMAIL_ERRORS, CODE_ERRORS, THROTTLED, ELSEWHERE, ALL_MARKETS, MERGE_ERRORS } =
  OFFICE_CUSTOMER_ERRORS;

/** An account in one market. */
const account = { customerId: recordId, market: marketName };

export const customerOfficeContract = officeCalls({
  customers: {
    ...READ,
    path: '/office/v1/customers',
    summary: 'Lists accounts and guests who ordered, one row for a person in a market',
    input: listInput.extend(listFields),
    output: listOf(customerRow),
    errors: CURSOR_ERRORS,
  },
  customer: {
    ...READ,
    path: '/office/v1/customers/customer',
    summary: 'Returns a customer as one market knows them',
    input: z.object({ key: personKey, market: marketName.optional().describe('Left out for the first one that you may see') }),
    output: officeCustomer,
    errors: NOT_FOUND,
  },
  saveContact: {
    ...WRITE,
    path: '/office/v1/customers/contact',
    summary: 'Changes the name and the phone number of an account',
    input: z.object({ ...account, version: digest, ...contactFields.shape }),
    errors: { ...NOT_FOUND, ...PHONE_INVALID, ...CHANGED_MEANWHILE },
  },
  saveCustomerAddress: {
    ...WRITE,
    path: '/office/v1/customers/address',
    summary: 'Adds or changes an address',
    input: z.object({
      ...account,
      id: recordId.nullable().describe('Null for a new address'),
      version: digest.nullable().describe('Null for a new address'),
      ...officeAddress.shape,
    }),
    errors: { ...NOT_FOUND, ...ADDRESS_ERRORS, ...CHANGED_MEANWHILE },
  },
  removeCustomerAddress: {
    ...WRITE,
    path: '/office/v1/customers/address/remove',
    summary: 'Deletes an address',
    input: z.object({ ...account, id: recordId, version: digest }),
    errors: { ...NOT_FOUND, ...ADDRESS_ERRORS, ...CHANGED_MEANWHILE },
  },
  startCustomerEmail: {
    ...WRITE,
    path: '/office/v1/customers/email',
    summary: 'Sends a code to the new email address of an account. Nothing changes before the code is entered',
    input: z.object({ ...account, ...emailChange.shape }),
    errors: { ...NOT_FOUND, ...EMAIL_ERRORS, ...THROTTLED, ...ELSEWHERE },
  },
  finishCustomerEmail: {
    ...WRITE,
    path: '/office/v1/customers/email/confirm',
    summary: 'Changes the email address with the code that the customer reads out, and sends the old address a link that takes it back',
    input: z.object({ ...account, ...emailCode.shape }),
    errors: { ...NOT_FOUND, ...CODE_ERRORS, ...ELSEWHERE },
  },
  sendPasswordReset: {
    ...WRITE,
    path: '/office/v1/customers/password-reset',
    summary: 'Mails a link to choose a new password',
    input: z.object(account),
    errors: { ...NOT_FOUND, ...THROTTLED, ...ELSEWHERE },
  },
  endCustomerSessions: {
    ...WRITE,
    path: '/office/v1/customers/sign-out',
    summary: 'Signs a customer out on one device or on all',
    input: z.object({ ...account, id: digest.nullable().describe('Null for all') }),
    errors: NOT_FOUND,
  },
  setLoyalty: {
    ...WRITE,
    path: '/office/v1/customers/loyalty',
    summary: 'Excludes a customer from the loyalty programme of a market, or includes them again',
    input: z.object({
      ...account,
      version: digest.describe('`loyalty.version` of the customer that was shown'),
      isExcluded: z.boolean(),
      ...loyaltyChange.shape,
    }),
    errors: { ...NOT_FOUND, ...ELSEWHERE, ...CHANGED_MEANWHILE },
  },
  addCustomerNote: {
    ...WRITE,
    path: '/office/v1/customers/note',
    summary: 'Adds a note that only staff see',
    input: z.object({ ...account, text: customerNoteText }),
    errors: NOT_FOUND,
  },
  exportCustomer: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    // Personal data is not stored for repeats.
    handlesRepeats: true,
    permission: 'customers.export',
    stepUp: true,
    path: '/office/v1/customers/data',
    summary: 'Returns all data of a person, as the customer can download it themselves, with the notes of staff',
    input: z.object(account),
    output: z.object({ data: z.record(z.string(), z.unknown()) }),
    errors: { ...NOT_FOUND, ...ALL_MARKETS },
  },
  eraseCustomer: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    permission: 'customers.erase',
    stepUp: true,
    path: '/office/v1/customers/erase',
    summary: 'Erases an account with its personal data, as the customer can do themselves',
    input: z.object({ ...account, email: z.string().max(254).describe('Address of the account, to confirm') }),
    output: z.object({ isErased: z.literal(true) }),
    errors: { ...NOT_FOUND, ...ALL_MARKETS, email_differs: { status: 422, title: 'That’s not the address of this account.' } },
  },
  mergeCustomers: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    permission: 'customers.erase',
    stepUp: true,
    path: '/office/v1/customers/merge',
    summary: 'Moves everything of another account to this one and erases the other, or says what would move',
    input: z.object({ ...account, ...mergeTarget.shape, isPreview: z.boolean().default(false) }),
    output: mergePreview,
    errors: { ...NOT_FOUND, ...ALL_MARKETS, ...MERGE_ERRORS },
  },
  exportCustomers: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    handlesRepeats: true,
    permission: 'customers.export',
    stepUp: true,
    path: '/office/v1/customers/export',
    summary: 'Returns a page of the customers that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({
      ...listFields,
      cursor: listInput.shape.cursor,
      ids: z.array(recordId).max(1_000).optional().describe('Only these rows'),
    }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
