/** Office calls about gift cards: the list, one card, and what staff do with it. */
import { z } from 'zod';
import { CHANGE_LIMIT_ERRORS } from '#domains/selling/store-credit/messages/office-errors.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listed, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { MARKETS } from '#markets/market.ts';
import { OFFICE_GIFT_CARD_ERRORS } from './messages/office-errors.ts';
import { GIFT_DETAIL_ERRORS } from './messages.ts';
import { BULK_CARD_ACTIONS, GIFT_CARD_DELIVERIES, GIFT_CARD_SORTS, GIFT_CARD_STATES } from './model/gift-card-list.ts';
import { cardCents, newCardFields, reasonText, recipientFields } from './model/office-gift-card-forms.ts';

const REFERENCE = 'docs/decisions/0159-gift-cards-and-credit-in-the-office.md';

const cardId = z.uuid();
const cardVersion = z.coerce.number().int().min(0).describe('`version` of the card that was shown');
const range = (value: RegExp, problem: string) => z.string().max(60).regex(value, problem).optional();

const listFields = {
  q: listInput.shape.q.describe('A whole code, its last four characters, a recipient, a sender or the number of an order'),
  sort: z.enum(GIFT_CARD_SORTS).default('-created'),
  'filter[state]': listed(GIFT_CARD_STATES),
  'filter[delivery]': listed(GIFT_CARD_DELIVERIES),
  'filter[market]': listed(MARKETS),
  'filter[balance]': range(/^(?:\d{1,7}(?:\.\d\d?)?)?\.\.(?:\d{1,7}(?:\.\d\d?)?)?$/, 'must be a range of amounts such as 100..250.50'),
  'filter[created]': dayRange.describe('Days in the time zone of the market'),
  'filter[expires]': dayRange.describe('Days in the time zone of the market'),
};

const giftCardRow = z.object({
  id: cardId,
  version: z.number().int(),
  ending: z.string().describe('The last four characters of the code'),
  market: marketName,
  state: z.enum(GIFT_CARD_STATES),
  delivery: z.enum(GIFT_CARD_DELIVERIES),
  createdAt: isoTime,
  expiresAt: isoTime,
  initial: z.number(),
  balance: z.number().describe('0 once it has expired'),
  recipientName: z.string(),
  recipientEmail: z.string(),
  senderName: z.string(),
  orderId: z.uuid().nullable(),
  orderNumber: z.number().int().nullable(),
});
export type GiftCardRow = z.output<typeof giftCardRow>;

const ledgerLine = z.object({
  id: z.number().int(),
  at: isoTime,
  kind: z.string(),
  amount: z.number(),
  /** Balance after the entry. */
  balance: z.number(),
  author: z.string().describe('Who made it by hand; empty for orders, refunds and jobs'),
  reason: z.string(),
  orderId: z.uuid().nullable(),
  orderNumber: z.number().int().nullable(),
  customerId: z.number().int().nullable().describe('Whose store credit it was moved to'),
});
export type GiftCardEntry = z.output<typeof ledgerLine>;

const cardEvent = z.object({
  id: z.string(),
  at: isoTime,
  event: z.enum(['sent', 'resent', 'revealed', 'printed']),
  actor: z.string().describe('`shop` for what happened by itself'),
  detail: z.string(),
});

const officeGiftCard = z.object({
  card: giftCardRow.extend({
    message: z.string(),
    sendAt: isoTime,
    sentAt: isoTime.nullable(),
    held: z.number().describe('Reserved by orders in progress'),
  }),
  version: z.number().int(),
  timeZone: z.string(),
  bounce: z.string().nullable().describe('Why no email reaches the recipient'),
  entries: z.array(ledgerLine).describe('Oldest first. Their amounts add up to the balance of the ledger'),
  ledgerBalance: z.number(),
  events: z.array(cardEvent).describe('Emails and looks at the code, oldest first'),
  restorable: z.number().describe('What undoing the last void would restore; 0 if it can’t be undone'),
  neighbours: z.object({ previous: cardId.nullable().describe('The next newer card'), next: cardId.nullable() }),
});
export type OfficeGiftCard = z.output<typeof officeGiftCard>;

const cardResult = z.object({
  id: cardId,
  ending: z.string().describe('The last four characters of the code'),
  market: marketName.nullable().describe('Null for a card that was not found'),
  amount: z.number().describe('What was voided or restored, or the card is worth'),
  isDone: z.boolean(),
  reason: z.string(),
});
/** Longest selection of one bulk call. The browser sends several. */
const MAX_BULK_CARDS = 100;

const WRITE = {
  method: 'POST',
  reference: REFERENCE,
  mutates: true,
  permission: 'credit.write',
  output: officeGiftCard,
} as const;
const { NOT_FOUND, NOT_YOUR_MARKET, NOTHING_LEFT, CANNOT_RESTORE, CANNOT_SEND, NOTHING_TO_PRINT, REASON_MISSING } = OFFICE_GIFT_CARD_ERRORS;

export const giftCardOfficeContract = officeCalls({
  giftCards: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'credit.read',
    mutates: false,
    path: '/office/v1/gift-cards',
    summary: 'Lists gift cards of one’s markets',
    input: listInput.extend(listFields),
    output: listOf(giftCardRow),
    errors: CURSOR_ERRORS,
  },
  giftCardLiability: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'credit.read',
    mutates: false,
    path: '/office/v1/gift-cards/liability',
    summary: 'Returns what gift cards that have not expired are still worth, by market',
    input: z.object({}),
    output: z.object({
      markets: z.array(
        z.object({
          market: marketName,
          cards: z.number().int(),
          outstanding: z.number(),
          expiring: z.number().describe('The part that expires within 90 days'),
        }),
      ),
    }),
    errors: {},
  },
  giftCard: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'credit.read',
    mutates: false,
    path: '/office/v1/gift-cards/gift-card',
    summary: 'Returns a gift card with its ledger. The code is masked',
    input: z.object({ id: cardId }),
    output: officeGiftCard,
    errors: NOT_FOUND,
  },
  giftCardEmailTexts: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'credit.read',
    mutates: false,
    path: '/office/v1/gift-cards/email-texts',
    summary: 'Returns what the email with a gift card says in a market, for its preview',
    input: z.object({ market: marketName }),
    output: z.object({ shopName: z.string(), texts: z.record(z.string(), z.string()) }),
    errors: NOT_YOUR_MARKET,
  },
  issueGiftCard: {
    ...WRITE,
    path: '/office/v1/gift-cards/issue',
    summary: 'Issues a gift card that nobody paid for, and emails it if there is an address',
    input: z.object({ market: marketName, amountCents: cardCents, ...newCardFields.shape }),
    errors: { ...NOT_YOUR_MARKET, ...CHANGE_LIMIT_ERRORS, gift_day: GIFT_DETAIL_ERRORS.gift_day },
  },
  sendGiftCard: {
    ...WRITE,
    path: '/office/v1/gift-cards/send',
    summary: 'Emails a gift card again, to the same or to another address, at once or on a day',
    input: z.object({ id: cardId, version: cardVersion, ...recipientFields.shape }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...CANNOT_SEND, ...CHANGE_LIMIT_ERRORS, gift_day: GIFT_DETAIL_ERRORS.gift_day },
  },
  voidGiftCard: {
    ...WRITE,
    path: '/office/v1/gift-cards/void',
    summary: 'Voids the balance of a gift card. What was spent stays spent',
    input: z.object({ id: cardId, version: cardVersion, reason: reasonText }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...NOTHING_LEFT, ...CHANGE_LIMIT_ERRORS },
  },
  restoreGiftCard: {
    ...WRITE,
    path: '/office/v1/gift-cards/restore',
    summary: 'Undoes the last void of a gift card',
    input: z.object({ id: cardId, version: cardVersion }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...CANNOT_RESTORE, ...CHANGE_LIMIT_ERRORS },
  },
  changeGiftCards: {
    ...WRITE,
    path: '/office/v1/gift-cards/bulk',
    summary: 'Voids several gift cards or emails them again, each in a transaction of its own, and says what became of each',
    input: z.object({
      cards: z
        .array(z.object({ id: cardId, version: cardVersion }))
        .min(1)
        .max(MAX_BULK_CARDS)
        .describe('One that was changed or spent since it was shown stays as it is'),
      action: z.enum(BULK_CARD_ACTIONS).describe('send: to the address that the card has, at once'),
      reason: reasonText.optional().describe('Required to void'),
      isPreview: z.boolean().default(false).describe('True to change nothing and return what would happen'),
    }),
    output: z.object({
      results: z.array(cardResult.extend({ version: z.number().int().describe('Of the card afterwards, for restoreGiftCards') })),
    }),
    errors: { ...CHANGE_LIMIT_ERRORS, ...REASON_MISSING },
  },
  restoreGiftCards: {
    ...WRITE,
    path: '/office/v1/gift-cards/bulk/restore',
    summary: 'Undoes the last void of several gift cards, where nothing happened to them since',
    input: z.object({
      cards: z
        .array(z.object({ id: cardId, version: cardVersion }))
        .min(1)
        .max(MAX_BULK_CARDS),
    }),
    output: z.object({ results: z.array(cardResult) }),
    errors: CHANGE_LIMIT_ERRORS,
  },
  revealGiftCard: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    // A code is not stored for repeats.
    handlesRepeats: true,
    permission: 'credit.reveal',
    stepUp: true,
    path: '/office/v1/gift-cards/reveal',
    summary: 'Returns the full code of a gift card. Recorded in the activity log',
    input: z.object({ id: cardId }),
    output: z.object({ code: z.string() }),
    errors: NOT_FOUND,
  },
  printGiftCard: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    // A code is not stored for repeats.
    handlesRepeats: true,
    permission: 'credit.reveal',
    stepUp: true,
    path: '/office/v1/gift-cards/print',
    summary: 'Returns a gift card with its full code as a PDF. Recorded in the activity log',
    input: z.object({ id: cardId }),
    output: z.object({ fileName: z.string(), content: z.base64().describe('The PDF') }),
    errors: { ...NOT_FOUND, ...NOTHING_TO_PRINT },
  },
  exportGiftCards: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    permission: 'credit.export',
    stepUp: true,
    path: '/office/v1/gift-cards/export',
    summary: 'Returns a page of the gift cards that match as lines of CSV, codes masked. The first page is recorded in the activity log',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
