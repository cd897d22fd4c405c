/** The e-mails of wine clubs. Receipts are those of orders. */

import type { SavedCard } from '#domains/selling/checkout/contract.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { type ClubEmailText, clubEmailMessages as m } from '../messages.ts';

export interface ClubEmailData {
  readonly givenName: string;
  readonly club: string;
  /** URL of the membership in the account. */
  readonly accountUrl: string;
  readonly market: Market;
}

/** Builds an e-mail. Its action leads to the membership, unless there is another URL. */
const createEmail = (data: ClubEmailData, text: ClubEmailText, url: string = data.accountUrl): EmailContent => ({
  subject: text.subject,
  paragraphs: [greet(data.givenName), ...text.paragraphs],
  action: { label: text.action, url },
  code: null,
  closing: text.closing,
});

/** Confirms the first delivery. `next` is an ISO day. */
export const welcomeEmail =
  (next: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(data, m.welcome(data.club, formatDay(data.market, next)));

export interface Reminder {
  readonly period: number;
  readonly variant: string;
  /** ISO day. */
  readonly on: string;
  readonly amount: string;
  /** The card to charge, or null if none is stored. */
  readonly card: Pick<SavedCard, 'brand' | 'last4' | 'expiryMonth' | 'expiryYear'> | null;
}

/** Describes the card that will be charged. */
function formatCardReminder({ on, amount, card }: Reminder, day: string): string {
  if (!card) return m.noCard(amount, day);
  const lastMonth = `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}`;
  return (lastMonth < on.slice(0, 7) ? m.cardExpires : m.cardCharged)(amount, m.card(card.brand, card.last4), day);
}

/** Reminds of a delivery before it is charged. */
export const reminderEmail =
  (reminder: Reminder) =>
  (data: ClubEmailData): EmailContent => {
    const day = formatDay(data.market, reminder.on);
    const text = m.reminder(reminder.variant, data.club, formatCardReminder(reminder, day), day);
    return createEmail(data, text, `${data.accountUrl}&skip=${reminder.period}`);
  };

/** Reports a declined card. The next attempt is on an ISO day. */
export const cardDeclinedEmail =
  ({ amount, next }: { readonly amount: string; readonly next: string }) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(data, m.cardDeclined(amount, data.club, formatDay(data.market, next)));

/** Reports that the last attempt was declined. */
export const pausedForCardEmail = (data: ClubEmailData): EmailContent => createEmail(data, m.pausedForCard(data.club));

/** Reports a sold-out case. The next check is on an ISO day. */
export const soldOutEmail =
  (next: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(data, m.soldOut(data.club, formatDay(data.market, next)));

/** Reports that a sold-out case did not return in time. */
export const missedEmail =
  (next: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(data, m.missed(data.club, formatDay(data.market, next)));

/** Reports that the club has closed, or no longer offers the case or the frequency. */
export const clubEndedEmail = (data: ClubEmailData): EmailContent => createEmail(data, m.clubEnded(data.club));

/** Reports a change that staff made on request. `what` is a sentence. */
export const staffActionEmail =
  (what: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(data, m.staffAction(what, data.club));

/** Confirms a cancellation. */
export const cancelledEmail = (data: ClubEmailData): EmailContent => createEmail(data, m.cancelled(data.club));

/** Leads to the membership, to choose another card. Staff send it. */
export const cardLinkEmail = (data: ClubEmailData): EmailContent => createEmail(data, m.cardLink(data.club));

/** Leads to the membership, to change the address. Staff send it. */
export const addressLinkEmail = (data: ClubEmailData): EmailContent => createEmail(data, m.addressLink(data.club));
