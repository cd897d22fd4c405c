/** Line changes that the shopper did not request, as data and as sentences for the shopper [CART-46]. */
import { formatMoney, toCents, toDecimal } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { lineChangeMessages } from '../messages/notices.ts';
import type { CartLine } from './cart.ts';

export const CHANGE_KINDS = ['added', 'updated', 'removed'] as const;
export const CHANGE_REASONS = ['sold_out', 'stock', 'purchase_limit', 'not_eligible', 'promotion', 'price'] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** A change of a line, and its reason. */
export interface LineChange {
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly reason: ChangeReason;
  readonly offerId: string;
  readonly productId: number;
  /** Producer and product. */
  readonly name: string;
  /** Cases before and after; 0 if the line is new or was removed. */
  readonly previousQuantity: number;
  readonly quantity: number;
  /** Price of a case before and now, decimals; only if the price changed. */
  readonly previousPrice?: number;
  readonly price?: number;
}

function formatPrice(market: Market, amount: number): string {
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(toCents(amount), locale, currency);
}

const SENTENCES: Readonly<Record<ChangeReason, (change: LineChange, market: Market) => string>> = {
  sold_out: ({ name }) => lineChangeMessages.soldOut(name),
  not_eligible: ({ name }) => lineChangeMessages.notEligible(name),
  stock: ({ name, quantity }) => (quantity === 0 ? lineChangeMessages.noStock(name) : lineChangeMessages.limitedStock(name, quantity)),
  purchase_limit: ({ name, quantity }) =>
    quantity === 0 ? lineChangeMessages.limitReached(name) : lineChangeMessages.limited(name, quantity),
  promotion: ({ kind, name, quantity }) => {
    if (kind === 'added') return lineChangeMessages.giftAdded(name);
    return kind === 'removed' ? lineChangeMessages.giftRemoved(name) : lineChangeMessages.giftUpdated(name, quantity);
  },
  price: ({ name, previousPrice = 0, price = 0 }, market) =>
    lineChangeMessages.price(name, formatPrice(market, price), formatPrice(market, previousPrice), price < previousPrice),
};

/** Formats a change as a sentence for the shopper. */
export const formatLineChange = (change: LineChange, market: Market): string => SENTENCES[change.reason](change, market);

/** Returns the lines whose price changed since the shopper saw them. @param seenCents the prices seen, by line id */
export const priceChanges = (lines: readonly CartLine[], seenCents: ReadonlyMap<string, number>): LineChange[] =>
  lines.flatMap(({ id, offerId, productId, offer, quantity, listCents, availableStock }) => {
    const seen = seenCents.get(id);
    // A sold-out line is reported as sold out, not as a price change.
    if (seen === undefined || seen === listCents || availableStock <= 0) return [];
    const name = `${offer.brand} ${offer.name}`;
    const prices = { previousPrice: toDecimal(seen), price: toDecimal(listCents) };
    return [{ kind: 'updated', reason: 'price', offerId, productId, name, previousQuantity: quantity, quantity, ...prices }];
  });
