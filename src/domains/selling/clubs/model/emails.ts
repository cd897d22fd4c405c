/** The mails of wine clubs. Receipts are the orders' own. */
import type { SavedCard } from '#domains/selling/checkout/contract.ts';
import type { EmailContent } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import { formatDate } from './day-words.ts';

export interface ClubEmailData {
  readonly givenName: string;
  readonly club: string;
  /** Where the membership stands in the account. */
  readonly accountUrl: string;
  readonly market: Market;
}

const greeting = (givenName: string): string => (givenName === '' ? 'Hello,' : `Hello ${givenName},`);
const letter = (
  facts: ClubEmailData,
  subject: string,
  paragraphs: readonly string[],
  label: string,
  url = facts.accountUrl,
): EmailContent => ({
  subject,
  paragraphs: [greeting(facts.givenName), ...paragraphs],
  action: { label, url },
  code: null,
  closing: 'To what comes next,',
});

/** The first delivery was paid. `next` is an ISO day. */
export const welcomeLetter =
  (next: string) =>
  (facts: ClubEmailData): EmailContent =>
    letter(
      facts,
      `Welcome to ${facts.club}`,
      [
        `Your first case is being packed, and its receipt comes in a mail of its own. The next one is charged on ${formatDate(facts.market, next)}, and we write before that.`,
        'Skip, pause, swap or cancel whenever you like. It takes two clicks.',
      ],
      'See your membership',
    );

export interface ReminderFacts {
  readonly period: number;
  readonly variant: string;
  /** ISO day. */
  readonly on: string;
  readonly amount: string;
  /** What is charged; null where no card is stored. */
  readonly card: Pick<SavedCard, 'brand' | 'last4' | 'expiryMonth' | 'expiryYear'> | null;
}

/** What a member should know of the card before it is charged. */
function cardWords({ on, amount, card }: ReminderFacts, day: string): string {
  if (!card) return `It costs ${amount}, delivery included, and no card is stored for it. Please choose one before ${day}.`;
  const name = `${card.brand} ending in ${card.last4}`;
  const lastMonth = `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}`;
  return lastMonth < on.slice(0, 7)
    ? `It costs ${amount}, delivery included, and your ${name} will have run out by then. Please choose another card before ${day}.`
    : `We charge ${amount} to your ${name} on ${day} and send it then, delivery included.`;
}

/** A case is coming. */
export const reminderLetter =
  (reminder: ReminderFacts) =>
  (facts: ClubEmailData): EmailContent => {
    const day = formatDate(facts.market, reminder.on);
    return letter(
      facts,
      `Your next case leaves on ${day}`,
      [
        `${reminder.variant}, from ${facts.club}. ${cardWords(reminder, day)}`,
        'If it suits you, there is nothing else to do. If it does not, skip it, swap it or send it elsewhere before that day.',
      ],
      'Skip or change this delivery',
      `${facts.accountUrl}&skip=${reminder.period}`,
    );
  };

/** The card was refused, and is tried again on an ISO day. */
export const cardRefusedLetter =
  ({ amount, next }: { readonly amount: string; readonly next: string }) =>
  (facts: ClubEmailData): EmailContent =>
    letter(
      facts,
      'Your card could not be charged',
      [
        `We tried to charge ${amount} for your case of ${facts.club}, and your card was refused. Nothing was charged, and nothing was sent.`,
        `We try again on ${formatDate(facts.market, next)}. You may choose another card before that.`,
      ],
      'Choose another card',
    );

/** The last try was refused too. */
export const pausedForCardLetter = (facts: ClubEmailData): EmailContent =>
  letter(
    facts,
    `${facts.club} is paused`,
    [
      'Your card was refused again, so we have left this delivery out and paused your membership. Nothing is charged while it is paused.',
      'Choose another card and resume, and the cases come again.',
    ],
    'Choose a card and resume',
  );

/** The case is sold out and is looked for again on an ISO day. */
export const soldOutLetter =
  (next: string) =>
  (facts: ClubEmailData): EmailContent =>
    letter(
      facts,
      'Your case has sold out for now',
      [
        `The case that was due from ${facts.club} has sold out. You were not charged. We look again on ${formatDate(facts.market, next)}.`,
        'If you would rather not wait, swap it for another case.',
      ],
      'Swap the case',
    );

/** The case did not come back. */
export const missedLetter =
  (next: string) =>
  (facts: ClubEmailData): EmailContent =>
    letter(
      facts,
      'This delivery is left out',
      [
        `The case from ${facts.club} did not come back, so we have left this delivery out. You were not charged.`,
        `The next one is due on ${formatDate(facts.market, next)}.`,
      ],
      'See your membership',
    );

/** The club sends no more, or not this case, or not at this rhythm. */
export const clubEndedLetter = (facts: ClubEmailData): EmailContent =>
  letter(
    facts,
    `${facts.club} is paused`,
    [
      'The club no longer sends the case you chose, or not as often, so we have paused your membership. You were not charged.',
      'If it has another case that you like, swap and resume.',
    ],
    'See your membership',
  );

/** Staff did something for a member who asked them to. `what` is a sentence. */
export const staffActionEmail =
  (what: string) =>
  (facts: ClubEmailData): EmailContent =>
    letter(
      facts,
      `Your membership of ${facts.club}`,
      [what, 'If you did not ask us for it, please write back. Everything can also be changed in your account, in two clicks.'],
      'See your membership',
    );

/** The member cancelled. */
export const cancelledLetter = (facts: ClubEmailData): EmailContent =>
  letter(
    facts,
    `You have left ${facts.club}`,
    [
      'Your membership is cancelled, and nothing more is charged. Cases that were paid before still come.',
      'You are welcome back whenever you like.',
    ],
    'See your wine clubs',
  );
