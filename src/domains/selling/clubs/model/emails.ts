/** The e-mails of wine clubs. Receipts are those of orders. */
import type { SavedCard } from '#domains/selling/checkout/contract.ts';
import type { EmailContent } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import { formatDay } from './format-day.ts';

export interface ClubEmailData {
  readonly givenName: string;
  readonly club: string;
  /** URL of the membership in the account. */
  readonly accountUrl: string;
  readonly market: Market;
}

const greeting = (givenName: string): string => (givenName === '' ? 'Hello,' : `Hello ${givenName},`);
const createEmail = (
  data: ClubEmailData,
  subject: string,
  paragraphs: readonly string[],
  label: string,
  { url = data.accountUrl, closing = 'Cheers,' }: { readonly url?: string; readonly closing?: 'Cheers,' | 'Regards,' } = {},
): EmailContent => ({
  subject,
  paragraphs: [greeting(data.givenName), ...paragraphs],
  action: { label, url },
  code: null,
  closing,
});

/** Confirms the first delivery. `next` is an ISO day. */
export const welcomeEmail =
  (next: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(
      data,
      `Welcome to ${data.club}`,
      [
        `We’re packing your first case, and we’ll email your receipt separately. Your next case will be charged on ${formatDay(data.market, next)}, and we’ll email you before that.`,
        'Skip, pause, swap or cancel whenever you like. It takes two clicks.',
      ],
      'See your membership',
    );

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
  if (!card) return `It’s ${amount} including delivery. You don’t have a saved card for it, so please add one before ${day}.`;
  const name = `${card.brand} ending in ${card.last4}`;
  const lastMonth = `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}`;
  return lastMonth < on.slice(0, 7)
    ? `It’s ${amount} including delivery, and your ${name} will have expired by then. Please choose another card before ${day}.`
    : `We’ll charge ${amount} (including delivery) to your ${name} on ${day}, and send it that day.`;
}

/** Reminds of a delivery before it is charged. */
export const reminderEmail =
  (reminder: Reminder) =>
  (data: ClubEmailData): EmailContent => {
    const day = formatDay(data.market, reminder.on);
    return createEmail(
      data,
      `We’re sending your next case on ${day}`,
      [
        `${reminder.variant}, from ${data.club}. ${formatCardReminder(reminder, day)}`,
        'If that suits you, there’s nothing to do. If not, skip it, swap it or change the address before then.',
      ],
      'Skip or change this delivery',
      { url: `${data.accountUrl}&skip=${reminder.period}` },
    );
  };

/** Reports a declined card. The next attempt is on an ISO day. */
export const cardDeclinedEmail =
  ({ amount, next }: { readonly amount: string; readonly next: string }) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(
      data,
      'We couldn’t charge your card',
      [
        `We tried to charge ${amount} for your case of ${data.club}, and your card was declined. You haven’t been charged, and we haven’t sent anything.`,
        `We’ll try again on ${formatDay(data.market, next)}. You can choose another card before then.`,
      ],
      'Choose another card',
      { closing: 'Regards,' },
    );

/** Reports that the last attempt was declined. */
export const pausedForCardEmail = (data: ClubEmailData): EmailContent =>
  createEmail(
    data,
    `${data.club} is paused`,
    [
      'Your card was declined again, so we’ve skipped this delivery and paused your membership. You won’t be charged while it’s paused.',
      'Choose another card and resume to start getting cases again.',
    ],
    'Choose a card and resume',
    { closing: 'Regards,' },
  );

/** Reports a sold-out case. The next check is on an ISO day. */
export const soldOutEmail =
  (next: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(
      data,
      'Your case has sold out for now',
      [
        `The case that was due from ${data.club} has sold out. You haven’t been charged. We’ll check again on ${formatDay(data.market, next)}.`,
        'If you would rather not wait, swap it for another case.',
      ],
      'Swap the case',
      { closing: 'Regards,' },
    );

/** Reports that a sold-out case did not return in time. */
export const missedEmail =
  (next: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(
      data,
      'We’ve skipped this delivery',
      [
        `The case from ${data.club} didn’t come back into stock, so we’ve skipped this delivery. You haven’t been charged.`,
        `The next one is due on ${formatDay(data.market, next)}.`,
      ],
      'See your membership',
      { closing: 'Regards,' },
    );

/** Reports that the club has closed, or no longer offers the case or the frequency. */
export const clubEndedEmail = (data: ClubEmailData): EmailContent =>
  createEmail(
    data,
    `${data.club} is paused`,
    [
      `${data.club} no longer offers the case or the frequency you chose, so we’ve paused your membership. You haven’t been charged.`,
      'If it has another case that you like, swap and resume.',
    ],
    'See your membership',
    { closing: 'Regards,' },
  );

/** Reports a change that staff made on request. `what` is a sentence. */
export const staffActionEmail =
  (what: string) =>
  (data: ClubEmailData): EmailContent =>
    createEmail(
      data,
      `Your membership of ${data.club}`,
      [what, 'If you didn’t ask us to do this, please reply to this email. You can also change everything yourself in your account.'],
      'See your membership',
    );

/** Confirms a cancellation. */
export const cancelledEmail = (data: ClubEmailData): EmailContent =>
  createEmail(
    data,
    `You have left ${data.club}`,
    [
      'Your membership is cancelled and we won’t charge you again. Cases you’ve already paid for are still on their way.',
      'You are welcome back whenever you like.',
    ],
    'See your wine clubs',
  );
