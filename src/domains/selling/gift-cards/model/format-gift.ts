/** How a gift card in a cart says whom it is for. */
import type { MarketConfig } from '#markets/market.ts';
import type { GiftTag } from './gift-details.ts';

/** `For Ada, sent on 24 December 2026`; `For Ada, sent at once`. */
export function giftTagWords({ recipientName, sendOn }: GiftTag, { locale }: Pick<MarketConfig, 'locale'>): string {
  if (sendOn === '') return `For ${recipientName}, sent at once`;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${sendOn}T00:00:00Z`));
  return `For ${recipientName}, sent on ${day}`;
}
