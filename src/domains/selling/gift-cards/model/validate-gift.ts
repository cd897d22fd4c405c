/** Validates the details of a gift card in the browser and on the server. Without a schema, because pages load this. */
import { isPersonName } from '#domains/customers/identity/model/person-name.ts';
import { isEmail } from '#lib/email.ts';
import { GIFT_DETAIL_ERRORS } from '../messages.ts';
import type { GiftDetails } from './gift-details.ts';

/** Error of a name with a link, because the card's e-mail shows it to a third person. */
const NAME_WITH_LINK = 'Enter a name without a web address';

/** Returns the last ISO day on which a card may be sent: a year from today. 28 February replaces a missing 29 February. */
export function lastGiftDay(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const isLeapDay = month === 2 && day === 29;
  return `${String(year + 1).padStart(4, '0')}-${today.slice(5, 8)}${isLeapDay ? '28' : today.slice(8)}`;
}

/** Returns the errors by field, empty if there are none. @param today ISO day in the market */
export function validateGift(gift: GiftDetails, today: string): Partial<Record<keyof GiftDetails, string>> {
  const check = (isFine: boolean, name: keyof GiftDetails, sentence: string) => (isFine ? {} : { [name]: sentence });
  return {
    ...check(gift.recipientName.trim() !== '', 'recipientName', 'Enter their name'),
    ...check(isPersonName(gift.recipientName.trim()), 'recipientName', NAME_WITH_LINK),
    ...check(isPersonName(gift.senderName.trim()), 'senderName', NAME_WITH_LINK),
    ...check(isEmail(gift.recipientEmail.trim()), 'recipientEmail', 'Enter their email address'),
    ...check(isGiftDay(gift.sendOn, today), 'sendOn', GIFT_DETAIL_ERRORS.gift_day.title),
  };
}

/** Returns true if a card may be sent on an ISO day. An empty day sends it at once. @param today ISO day in the market */
export const isGiftDay = (sendOn: string, today: string): boolean => sendOn === '' || (sendOn >= today && sendOn <= lastGiftDay(today));
