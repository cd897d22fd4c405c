/** Formats the recipient and the date of a gift card. */
import type { MarketConfig } from '#markets/market.ts';
import type { GiftTag } from './gift-details.ts';

/** `For Ada, sent on 24 December 2026`; `For Ada, sent as soon as you’ve paid`. */
export function formatGiftTag({ recipientName, sendOn }: GiftTag, { locale }: Pick<MarketConfig, 'locale'>): string {
  if (sendOn === '') return `For ${recipientName}, sent as soon as you’ve paid`;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${sendOn}T00:00:00Z`));
  return `For ${recipientName}, sent on ${day}`;
}
