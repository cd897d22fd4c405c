/** Office calls about emails: the log, one email with its text, sending it again, and addresses that get no email. */
import { z } from 'zod';
import { CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { LIFT_ERRORS, MAIL_NOT_FOUND, RESEND_ERRORS } from './messages/errors.ts';
import { MAIL_KINDS, MAIL_OUTCOMES, MAIL_STATES } from './model/mail-log.ts';

const REFERENCE = 'docs/decisions/0161-mail-in-the-office.md';
const READ = { reference: REFERENCE, permission: 'system.read', method: 'GET', mutates: false } as const;

const mailId = z.uuid();

const mailRow = z.object({
  id: mailId,
  kind: z.enum(MAIL_KINDS),
  state: z.enum(MAIL_STATES),
  market: marketName.nullable().describe('Null for what belongs to no market'),
  recipient: z.string().describe('Without the part before the @ for people who may not see customers. Empty until it is written'),
  subject: z.string().describe('Empty until it is written, and for people who may not see customers'),
  order: z.object({ id: z.uuid(), number: z.number().int() }).nullable(),
  customerId: z.number().int().nullable(),
  giftCardId: z.uuid().nullable(),
  attempts: z.number().int(),
  isSuppressed: z.boolean().describe('The address gets no email until somebody lifts that'),
  createdAt: isoTime,
  sentAt: isoTime.nullable(),
});
export type MailRow = z.output<typeof mailRow>;

const mailMessage = mailRow.extend({
  mayRead: z.boolean().describe('False for people who may not see customers, or staff where it went to staff'),
  text: z
    .object({ html: z.string(), plain: z.string(), headers: z.array(z.object({ name: z.string(), value: z.string() })) })
    .nullable()
    .describe('Codes and tokens of links are never stored. Null if it may not be read, is not written yet, or was deleted'),
  isTextDeleted: z.boolean(),
  attemptList: z.array(z.object({ at: isoTime, outcome: z.enum(MAIL_OUTCOMES), response: z.string() })),
  suppression: z.object({ kind: z.string(), reason: z.string(), since: isoTime }).nullable(),
  canResend: z.boolean(),
  history: z.array(z.object({ at: isoTime, who: z.string(), action: z.string() })).describe('What staff did with it'),
});
export type MailMessage = z.output<typeof mailMessage>;

const listFields = {
  q: listInput.shape.q.describe(
    'Part of the address or subject, or the number of an order. Without the permission to see customers, only the latter',
  ),
  sort: z.literal('-created').default('-created'),
  'filter[state]': z.enum(MAIL_STATES).optional(),
  'filter[kind]': z.enum(MAIL_KINDS).optional(),
  'filter[market]': marketName.optional(),
  'filter[created]': dayRange.describe('Days in the time zone of the market'),
};

/** What a suppressed address belongs to. */
export const ADDRESS_OWNERS = ['mail', 'order', 'customer'] as const;

export const mailOfficeContract = officeCalls({
  mails: {
    ...READ,
    path: '/office/v1/mail',
    summary: 'Lists emails of the shop, the latest first. Those of no market are listed to people who work in all',
    input: listInput.extend(listFields),
    output: listOf(mailRow),
    errors: CURSOR_ERRORS,
  },
  mail: {
    ...READ,
    path: '/office/v1/mail/message',
    summary: 'Returns an email with its text, attempts and what staff did with it',
    input: z.object({ id: mailId }),
    output: mailMessage,
    errors: MAIL_NOT_FOUND,
  },
  resendMail: {
    reference: REFERENCE,
    permission: 'system.write',
    method: 'POST',
    mutates: true,
    path: '/office/v1/mail/resend',
    summary: 'Sends an email again, written from the order or record as it is now',
    input: z.object({ id: mailId }),
    output: z.null(),
    emptyStatus: 204,
    errors: RESEND_ERRORS,
  },
  exportMails: {
    reference: REFERENCE,
    permission: 'customers.export',
    stepUp: true,
    method: 'POST',
    mutates: true,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    path: '/office/v1/mail/export',
    summary: 'Returns a page of the emails that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor, ids: z.array(mailId).max(1_000).optional().describe('Only these') }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
  liftSuppression: {
    reference: REFERENCE,
    permission: 'customers.write',
    method: 'POST',
    mutates: true,
    path: '/office/v1/mail/lift-suppression',
    summary: 'Lets the address of an email, an order or an account get email again',
    input: z.object({ owner: z.enum(ADDRESS_OWNERS), id: storableText(40) }),
    output: z.null(),
    emptyStatus: 204,
    errors: LIFT_ERRORS,
  },
});
