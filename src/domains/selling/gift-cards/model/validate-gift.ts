/** What is checked of a gift card's details before they are sent, and again by the server where it counts. No schema: pages load this. */
import { isPersonName } from '#domains/customers/identity/model/person-name.ts';
import { isEmail } from '#lib/email.ts';
import { GIFT_DETAIL_ERRORS } from '../messages.ts';
import type { GiftDetails } from './gift-details.ts';

/** Said where a name carries a link: the card's mail repeats it to a third person. */
const NAME_WITH_LINK = 'Enter a name without a web address';

/** The last ISO day that a card may be sent on: a year from today, the day before 29 February's missing one. */
export function lastGiftDay(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const isLeapDay = month === 2 && day === 29;
  return `${String(year + 1).padStart(4, '0')}-${today.slice(5, 8)}${isLeapDay ? '28' : today.slice(8)}`;
}

/** What is wrong with what was typed, a sentence a field; empty where nothing is. @param today ISO day in the market */
export function validateGift(gift: GiftDetails, today: string): Partial<Record<keyof GiftDetails, string>> {
  const says = (isFine: boolean, name: keyof GiftDetails, sentence: string) => (isFine ? {} : { [name]: sentence });
  return {
    ...says(gift.recipientName.trim() !== '', 'recipientName', 'Enter their name'),
    ...says(isPersonName(gift.recipientName.trim()), 'recipientName', NAME_WITH_LINK),
    ...says(isPersonName(gift.senderName.trim()), 'senderName', NAME_WITH_LINK),
    ...says(isEmail(gift.recipientEmail.trim()), 'recipientEmail', 'Enter their email address'),
    ...says(isGiftDay(gift.sendOn, today), 'sendOn', GIFT_DETAIL_ERRORS.gift_day.title),
  };
}

/** Whether a card may be sent on an ISO day; empty is at once. @param today ISO day in the market */
export const isGiftDay = (sendOn: string, today: string): boolean => sendOn === '' || (sendOn >= today && sendOn <= lastGiftDay(today));
