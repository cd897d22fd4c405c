/** Office calls of the first screen: what waits, and what can be settled there. */
import { z } from 'zod';
import { SETUP_STEPS } from '#domains/setup/model/steps.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, marketName } from '#domains/staff/model/records.ts';
import { TODAY_ERRORS } from './messages/errors.ts';
import { TODAY_CARD_NAMES } from './model/cards.ts';

const REFERENCE = 'docs/decisions/0157-figures-of-the-office.md';

const item = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  market: marketName.nullable(),
  /** When it is due or came, if it has a time. */
  at: isoTime.nullable(),
  /** ISO day, if it has a day and no time. */
  day: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  count: z.number().int().nullable(),
  to: z.string().nullable().describe('Screen of the record; null if it has none'),
});
export type TodayItem = z.output<typeof item>;

const card = z.object({
  name: z.enum(TODAY_CARD_NAMES),
  count: z.number().int(),
  isExact: z.boolean().describe('False if there are more than the count'),
  /** Earliest of what is due, for cards with a deadline. */
  dueAt: isoTime.nullable(),
  items: z.array(item).describe('The first ones, for cards that bring their list'),
});
export type TodayCard = z.output<typeof card>;

const shop = z.object({
  isOpen: z.boolean(),
  setup: z
    .object({ done: z.number().int(), total: z.number().int(), next: z.enum(SETUP_STEPS).nullable() })
    .nullable()
    .describe('How far the checklist of a new shop is; null without one'),
});

export const todayOfficeContract = officeCalls({
  today: {
    method: 'GET',
    reference: REFERENCE,
    mutates: false,
    permission: 'signed_in',
    path: '/office/v1/today',
    summary: 'Returns what waits for somebody, as far as one’s permissions and markets go',
    input: z.object({}),
    output: z.object({ cards: z.array(card), shop: shop.nullable().describe('Null while the shop is open'), at: isoTime }),
    errors: {},
  },
  resolvePaymentAlert: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    permission: 'orders.refund',
    path: '/office/v1/today/resolve-payment-alert',
    summary: 'Marks a payment that no order explains as looked after',
    input: z.object({ id: z.string().regex(/^\d{1,18}$/, 'must be the id of an alert') }),
    output: z.object({ isResolved: z.literal(true) }),
    errors: TODAY_ERRORS,
  },
});
