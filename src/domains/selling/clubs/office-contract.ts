/** Office calls about clubs: the members, one member, and what staff do for them. */
import { z } from 'zod';
import { noteText } from '#domains/selling/orders/model/office-order-forms.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { OFFICE_CLUB_ERRORS } from './messages/office-errors.ts';
import { CHOICE_ERRORS, CLUB_CLOSED, MEMBERSHIP_ERRORS } from './messages.ts';
import { BULK_MEMBER_ACTIONS, CARD_STATES, DUE_RANGES, MEMBER_PROBLEMS, MEMBER_SORTS } from './model/member-list.ts';
import { DELIVERY_STATES, MEMBER_ACTIONS, MEMBERSHIP_STATUSES, STATUS_REASONS } from './model/membership.ts';

const REFERENCE = 'docs/decisions/0156-clubs-in-the-office.md';
/** Longest selection of one bulk call. The browser sends several. */
const MAX_BULK_MEMBERS = 100;

const memberId = z.uuid();
const memberVersion = z.coerce.number().int().min(0).describe('`version` of the membership that was shown');
const day = z.string().describe('ISO date in the market');
const reason = storableText(500).default('').describe('For the timeline. The member does not see it');
const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(600)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');

const listFields = {
  'filter[status]': listed(MEMBERSHIP_STATUSES),
  'filter[club]': storableText(600).optional().describe('Ids of clubs, comma separated'),
  'filter[problem]': z.enum(MEMBER_PROBLEMS).optional(),
  'filter[due]': z.enum(DUE_RANGES).optional().describe('overdue: before today. week, month: within 7 or 30 days'),
  'filter[card]': z.enum(CARD_STATES).optional().describe('expiring: not valid in 60 days, or no longer valid'),
  'filter[next]': dayRange.describe('Days of the next charge'),
  'filter[joined]': dayRange,
  'filter[market]': listed(MARKETS),
  'filter[customer]': z.coerce.number().int().min(1).max(2_147_483_647).optional().describe('Id of the customer'),
  q: listInput.shape.q.describe('Words of the name or email address'),
  sort: z.enum(MEMBER_SORTS).default('-joined'),
} as const;

const cardView = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number().int(),
  expiryYear: z.number().int(),
  state: z.enum(CARD_STATES).nullable(),
});

const memberRow = z.object({
  id: memberId,
  market: marketName,
  status: z.enum(MEMBERSHIP_STATUSES),
  reason: z.enum(STATUS_REASONS).nullable(),
  name: z.string().describe('Empty if the member’s data was erased'),
  email: z.string(),
  club: z.string(),
  variant: z.string(),
  frequency: z.string(),
  joinedAt: isoTime,
  paid: z.number().int().describe('Cases that were paid'),
  nextOn: day.nullable().describe('Day of the next charge; null if none is planned'),
  problem: z.enum(MEMBER_PROBLEMS).nullable(),
  tries: z.number().int().describe('Failed attempts of the next delivery'),
  card: cardView.nullable(),
  locality: z.string(),
});
export type MemberRow = z.output<typeof memberRow>;

const timelineItem = z.object({
  id: z.string(),
  at: isoTime,
  event: z.string().describe('Event of the membership, `note`, `charged` or `link_sent`'),
  actor: z.string().describe('`member`, `shop`, or the name of who did it'),
  on: day.nullable(),
  amount: z.number().nullable(),
  orderNumber: z.number().int().nullable(),
  detail: z.string().describe('Case, card, address or cause, by event'),
  note: z.string().describe('What staff or the member wrote'),
});
export type MemberTimelineItem = z.output<typeof timelineItem>;

const choiceOf = z.object({ id: z.string(), label: z.string() });

const officeMember = z.object({
  id: memberId,
  version: z.number().int(),
  market: marketName,
  timeZone: z.string(),
  status: z.enum(MEMBERSHIP_STATUSES),
  reason: z.enum(STATUS_REASONS).nullable(),
  customerId: z.number().int().nullable().describe('Null after the account was deleted'),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.array(z.string()).describe('Lines of the delivery address'),
  instructions: z.string(),
  suppression: z.object({ kind: z.string(), reason: z.string() }).nullable().describe('Why no mail reaches the member'),
  club: z.object({ id: z.string(), name: z.string() }),
  variant: z.object({ id: z.string(), label: z.string(), price: z.number() }),
  frequency: choiceOf,
  variants: z.array(choiceOf.extend({ price: z.number() })).describe('Cases that it can be changed to; empty if the club is gone'),
  frequencies: z.array(choiceOf),
  card: cardView.nullable(),
  joinedAt: isoTime.nullable(),
  actions: z.array(z.enum(MEMBER_ACTIONS)),
  canCharge: z.boolean().describe('True if the next case is overdue and may be charged now'),
  next: z
    .object({
      period: z.number().int(),
      on: day.describe('Day of the charge or of the next attempt'),
      dueOn: day,
      remindedOn: day.nullable(),
      remindDays: z.number().int().describe('Days between reminder and charge'),
      price: z.number(),
      shipping: z.number(),
      total: z.number(),
      inStock: z.number().int().describe('Cases that are left'),
    })
    .nullable(),
  later: z.array(day).describe('Days of the deliveries after the next one, as planned now'),
  problem: z
    .object({
      of: z.enum(MEMBER_PROBLEMS),
      tries: z.number().int(),
      left: z.number().int().describe('Attempts that the shop still makes'),
    })
    .nullable(),
  skipped: z.object({ period: z.number().int(), on: day, until: day.describe('Last day on which it can be undone') }).nullable(),
  deliveries: z
    .array(
      z.object({
        period: z.number().int(),
        on: day,
        state: z.enum(DELIVERY_STATES),
        total: z.number().nullable(),
        orderId: z.string().nullable(),
        orderNumber: z.number().int().nullable(),
      }),
    )
    .describe('Newest first'),
  timeline: z.array(timelineItem).describe('Newest first'),
  neighbours: z.object({ previous: memberId.nullable().describe('Who joined next'), next: memberId.nullable() }),
});
export type OfficeMember = z.output<typeof officeMember>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'clubs.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, mutates: true, permission: 'clubs.write', output: officeMember } as const;
const { NOT_FOUND, REASON_MISSING, CHARGE_ERRORS, NO_ADDRESS } = OFFICE_CLUB_ERRORS;
const CHANGE_ERRORS = { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...MEMBERSHIP_ERRORS } as const;
const changed = { id: memberId, version: memberVersion };

const clubCalendar = z.object({
  runs: z.array(
    z.object({
      on: day,
      market: marketName,
      clubId: z.string(),
      club: z.string(),
      variant: z.string(),
      cases: z.number().int(),
      bottles: z.number().int(),
      amount: z.number().describe('Without delivery'),
      inStock: z.number().int().describe('Cases that are left'),
      missing: z.number().int().describe('Cases that are missing for this day, once earlier days are served'),
    }),
  ),
  clubs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      market: marketName,
      active: z.number().int(),
      paused: z.number().int(),
      joined: z.number().int().describe('In the last 30 days'),
      left: z.number().int().describe('In the last 30 days'),
      amount: z.number().describe('Cases that are planned in the next 30 days, without delivery'),
    }),
  ),
});
export type ClubCalendar = z.output<typeof clubCalendar>;

export const clubOfficeContract = officeCalls({
  clubCalendar: {
    ...READ,
    path: '/office/v1/clubs/calendar',
    summary: 'Returns the cases that are planned in the next days, with stock, and the figures of each club',
    input: z.object({ days: z.coerce.number().int().min(1).max(120).default(30) }),
    output: clubCalendar,
    errors: {},
  },
  members: {
    ...READ,
    path: '/office/v1/clubs/members',
    summary: 'Lists memberships of one’s markets',
    input: listInput.extend(listFields),
    output: listOf(memberRow),
    errors: CURSOR_ERRORS,
  },
  clubNames: {
    ...READ,
    path: '/office/v1/clubs/names',
    summary: 'Lists the clubs of one’s markets, for filters',
    input: z.object({}),
    output: z.object({ clubs: z.array(z.object({ id: z.string(), name: z.string(), market: marketName })) }),
    errors: {},
  },
  member: {
    ...READ,
    path: '/office/v1/clubs/members/member',
    summary: 'Returns a membership with everything that staff see of it',
    input: z.object({ id: memberId }),
    output: officeMember,
    errors: NOT_FOUND,
  },
  skipDelivery: {
    ...WRITE,
    path: '/office/v1/clubs/members/skip',
    summary: 'Skips the next case for a member and emails them',
    input: z.object({ ...changed, period: z.number().int().min(1), reason }),
    errors: { ...CHANGE_ERRORS, ...REASON_MISSING },
  },
  unskipDelivery: {
    ...WRITE,
    path: '/office/v1/clubs/members/unskip',
    summary: 'Undoes the last skip until the day before its charge, and emails the member',
    input: z.object({ ...changed, period: z.number().int().min(1) }),
    errors: CHANGE_ERRORS,
  },
  pauseMember: {
    ...WRITE,
    path: '/office/v1/clubs/members/pause',
    summary: 'Pauses the deliveries of a member and emails them',
    input: z.object({ ...changed, reason }),
    errors: CHANGE_ERRORS,
  },
  resumeMember: {
    ...WRITE,
    path: '/office/v1/clubs/members/resume',
    summary: 'Resumes deliveries on the first planned day that leaves time for the reminder, and emails the member',
    input: z.object(changed),
    errors: { ...CHANGE_ERRORS, ...CLUB_CLOSED, card_missing: CHARGE_ERRORS.card_missing },
  },
  swapCase: {
    ...WRITE,
    path: '/office/v1/clubs/members/swap',
    summary: 'Changes the case or how often it is sent, and emails the member',
    input: z.object({ ...changed, variantId: z.string().max(64), frequencyId: z.string().max(64) }),
    errors: { ...CHANGE_ERRORS, ...CHOICE_ERRORS },
  },
  cancelMember: {
    ...WRITE,
    path: '/office/v1/clubs/members/cancel',
    summary: 'Ends a membership and emails the member',
    input: z.object({ ...changed, reason }),
    errors: CHANGE_ERRORS,
  },
  chargeMember: {
    ...WRITE,
    path: '/office/v1/clubs/members/charge',
    summary: 'Charges a case that is overdue to the stored card now. However many ask, it is charged once',
    input: z.object(changed),
    errors: { ...CHANGE_ERRORS, ...CHARGE_ERRORS },
  },
  sendMemberLink: {
    ...WRITE,
    path: '/office/v1/clubs/members/send-link',
    summary: 'Emails the member a link to their account, to change the card or the address',
    input: z.object({ id: memberId, about: z.enum(['card', 'address']) }),
    errors: { ...NOT_FOUND, ...NO_ADDRESS },
  },
  addMemberNote: {
    ...WRITE,
    path: '/office/v1/clubs/members/note',
    summary: 'Adds a note that only staff see',
    input: z.object({ id: memberId, text: noteText }),
    errors: NOT_FOUND,
  },
  changeMembers: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    permission: 'clubs.write',
    path: '/office/v1/clubs/members/bulk',
    summary: 'Skips the next case of several members or pauses them, each in a transaction of its own, and says what became of each',
    input: z.object({
      members: z
        .array(z.object({ id: memberId, period: z.number().int().min(0).describe('Period of the preview; 0 in a preview') }))
        .min(1)
        .max(MAX_BULK_MEMBERS),
      action: z.enum(BULK_MEMBER_ACTIONS),
      reason,
      isPreview: z.boolean().default(false).describe('True to change nothing and return what would happen'),
    }),
    output: z.object({
      results: z.array(
        z.object({
          id: memberId,
          name: z.string(),
          on: day.nullable().describe('Day of the case that is skipped or not sent'),
          period: z.number().int(),
          isDone: z.boolean(),
          reason: z.string().describe('Why it was refused; empty if it was done'),
        }),
      ),
    }),
    errors: {},
  },
  exportMembers: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    permission: 'customers.export',
    stepUp: true,
    path: '/office/v1/clubs/members/export',
    summary: 'Returns a page of the members that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor, ids: z.array(memberId).max(1_000).optional().describe('Only these') }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
