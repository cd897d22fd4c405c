/** What a notification says. */
import { rasterPicture } from '#domains/catalogue/model/photo.ts';
import { toDecimal } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';

/** As it travels to the browser; its worker reads it (app/worker/sw.ts). */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Where it leads: a path of the shop. */
  readonly url: string;
  /** Path or address of a picture; empty for none. */
  readonly image: string;
  /** A later one of the same name takes the place of an earlier one. */
  readonly tag: string;
}

export const cartMessage = (item: string, image: string): PushMessage => ({
  title: 'Your cart is where you left it',
  body: `${item} is still in it. Stock is not held until you pay.`,
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
  const { currencySymbol } = marketFacts(market);
  const words = (cents: number): string => `${currencySymbol}${toDecimal(cents).toFixed(2)}`;
  return {
    title: 'A favourite costs less',
    body: `${name} is ${words(toCents)} a case now, down from ${words(fromCents)}.`,
    url,
    image: rasterPicture(image),
    tag: `price ${url}`,
  };
}
