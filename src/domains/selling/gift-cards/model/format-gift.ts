/** Formats the recipient and the date of a gift card. */
import type { MarketConfig } from '#markets/market.ts';
import { giftTagMessages } from '../messages.ts';
import type { GiftTag } from './gift-details.ts';

/** `For Ada, sent on 24 December 2026`; `For Ada, sent as soon as you’ve paid`. */
export function formatGiftTag({ recipientName, sendOn }: GiftTag, { locale }: Pick<MarketConfig, 'locale'>): string {
  if (sendOn === '') return giftTagMessages.sentNow(recipientName);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${sendOn}T00:00:00Z`));
  return giftTagMessages.sentOn(recipientName, day);
}
