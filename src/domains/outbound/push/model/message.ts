/** The notifications of the shop. */
import { rasterPicture } from '#domains/catalogue/model/photo.ts';
import { toDecimal } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { notificationMessages } from '../messages.ts';

/** The payload that the service worker reads. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Path of the shop that a click opens. */
  readonly url: string;
  /** Path or URL of a picture, or empty. */
  readonly image: string;
  /** A later notification with the same tag replaces an earlier one. */
  readonly tag: string;
}

export const cartMessage = (item: string, image: string): PushMessage => ({
  title: notificationMessages.cartTitle,
  body: notificationMessages.cartBody(item),
  url: '/cart',
  image,
  tag: 'cart',
});

export interface PriceDrop {
  readonly market: Market;
  readonly name: string;
  readonly url: string;
  readonly image: string;
  readonly fromCents: number;
  readonly toCents: number;
}

export function priceMessage({ market, name, url, image, fromCents, toCents }: PriceDrop): PushMessage {
  const { currencySymbol } = getMarketConfig(market);
  const formatCents = (cents: number): string => `${currencySymbol}${toDecimal(cents).toFixed(2)}`;
  return {
    title: notificationMessages.priceTitle,
    body: notificationMessages.priceBody(name, formatCents(toCents), formatCents(fromCents)),
    url,
    image: rasterPicture(image),
    tag: `price ${url}`,
  };
}
