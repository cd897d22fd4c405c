/** Formats the recipient and the date of a gift card. */
import type { Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { giftTagMessages } from '../messages.ts';
import type { GiftTag } from './gift-details.ts';

/** Formats the tag: `For Ada, sent on 24 December 2026` or `For Ada, sent as soon as you’ve paid`. */
export const formatGiftTag = ({ recipientName, sendOn }: GiftTag, market: Market): string =>
  sendOn === '' ? giftTagMessages.sentNow(recipientName) : giftTagMessages.sentOn(recipientName, formatDay(market, sendOn));
