/** The e-mails of wine clubs. Receipts are those of orders. */

import type { SavedCard } from '#domains/selling/checkout/contract.ts';
import type { MailId, MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { chargeMessages as m } from '../messages.ts';

export interface ClubEmailData {
  readonly texts: MailTexts;
  readonly givenName: string;
  readonly club: string;
  /** URL of the membership in the account. */
  readonly accountUrl: string;
  readonly market: Market;
}

/** Emails of clubs that all have the same parts. */
type ClubMailId = Extract<MailId, `club-${string}`>;

/** Builds an e-mail. Its action leads to the membership, unless there is another URL. */
const createEmail = (
  { texts, givenName, accountUrl }: ClubEmailData,
  mail: ClubMailId,
  subject: string,
  paragraphs: readonly string[],
  url: string = accountUrl,
): EmailContent => ({
  shopName: texts.shopName,
  subject,
  paragraphs: [greet(givenName), ...paragraphs],
  action: { label: texts.line(mail, 'action', {}), url },
  code: null,
  closing: texts.line(mail, 'closing', {}),
});

/** Builds an e-mail that names nothing but the club. */
const clubEmail =
  (mail: 'club-paused' | 'club-ended' | 'club-card' | 'club-address' | 'club-left') =>
  (data: ClubEmailData): EmailContent => {
    const { texts, club } = data;
    return createEmail(data, mail, texts.line(mail, 'subject', { club }), texts.paragraphs(mail, 'text', { club }));
  };

/** Builds an e-mail that names the club and an ISO day. */
const dayEmail =
  (mail: 'club-sold-out' | 'club-skipped') =>
  (on: string) =>
  (data: ClubEmailData): EmailContent => {
    const { texts, club, market } = data;
    const paragraphs = texts.paragraphs(mail, 'text', { club, day: formatDay(market, on) });
    return createEmail(data, mail, texts.line(mail, 'subject', { club }), paragraphs);
  };

/** Confirms the first delivery. `next` is an ISO day. */
export const welcomeEmail =
  (next: string) =>
  (data: ClubEmailData): EmailContent => {
    const { texts, club, market } = data;
    const paragraphs = texts.paragraphs('club-welcome', 'text', { club, day: formatDay(market, next) });
    return createEmail(data, 'club-welcome', texts.line('club-welcome', 'subject', { club }), paragraphs);
  };

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
    const { texts, club, market, accountUrl } = data;
    const day = formatDay(market, reminder.on);
    const values = { club, case: reminder.variant, day };
    const paragraphs = texts.paragraphs('club-reminder', 'text', { ...values, payment: formatCardReminder(reminder, day) });
    const subject = texts.line('club-reminder', 'subject', values);
    return createEmail(data, 'club-reminder', subject, paragraphs, `${accountUrl}&skip=${reminder.period}`);
  };

/** Reports a declined card. The next attempt is on an ISO day. */
export const cardDeclinedEmail =
  ({ amount, next }: { readonly amount: string; readonly next: string }) =>
  (data: ClubEmailData): EmailContent => {
    const { texts, club, market } = data;
    const paragraphs = texts.paragraphs('club-declined', 'text', { amount, club, day: formatDay(market, next) });
    return createEmail(data, 'club-declined', texts.line('club-declined', 'subject', { club, amount }), paragraphs);
  };

/** Reports that the last attempt was declined. */
export const pausedForCardEmail = clubEmail('club-paused');

/** Reports a sold-out case. The next check is on an ISO day. */
export const soldOutEmail = dayEmail('club-sold-out');

/** Reports that a sold-out case did not return in time. */
export const missedEmail = dayEmail('club-skipped');

/** Reports that the club has closed, or no longer offers the case or the frequency. */
export const clubEndedEmail = clubEmail('club-ended');

/** Reports a change that staff made on request. `change` is a sentence. */
export const staffActionEmail =
  (change: string) =>
  (data: ClubEmailData): EmailContent => {
    const { texts, club } = data;
    const paragraphs = texts.paragraphs('club-changed', 'text', { change, club });
    return createEmail(data, 'club-changed', texts.line('club-changed', 'subject', { club }), paragraphs);
  };

/** Confirms a cancellation. */
export const cancelledEmail = clubEmail('club-left');

/** Leads to the membership, to choose another card. Staff send it. */
export const cardLinkEmail = clubEmail('club-card');

/** Leads to the membership, to change the address. Staff send it. */
export const addressLinkEmail = clubEmail('club-address');
