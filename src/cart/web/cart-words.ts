/** How the cart speaks of its lines and sums. */
import type { MarketFacts } from '../../market/market.ts';
import { formatMoney, toCents } from '../../platform/money.ts';
import type { Cart, LineItem } from '../contract.ts';

/** `1 case`, `3 cases`. */
export const casesWords = (cases: number): string => `${cases} ${cases === 1 ? 'case' : 'cases'}`;

/** `Old Block Shiraz 2021`. */
export const lineName = ({ name, vintage }: Pick<LineItem, 'name' | 'vintage'>): string => [name, vintage].filter(Boolean).join(' ');

/** `$1,234.50` of the wire's decimal. */
export const money = (decimal: number, { locale, currency }: MarketFacts): string => formatMoney(toCents(decimal), locale, currency);

/** `Case of 12, $288.00. $24.00 a bottle`: how a line is sold and what that costs. */
export function priceWords({ packSize, listPrice, skuType }: LineItem, facts: MarketFacts): string {
  if (skuType === 'digital') return `Sent by email, ${money(listPrice, facts)} a card`;
  const bottle = `${money(Math.round((listPrice * 100) / packSize) / 100, facts)}\u00a0a\u00a0bottle`;
  return packSize === 1 ? bottle : `Case of ${packSize}, ${money(listPrice, facts)}. ${bottle}`;
}

/** What is true of a line's stock and worth saying, null where there is enough. */
export function stockWords({ isSoldOut, availableStock, quantity, addedByPromotion }: LineItem): string | null {
  if (addedByPromotion) return null;
  if (isSoldOut) return 'Sold out';
  if (availableStock >= 10 && quantity <= availableStock) return null;
  return `Only ${casesWords(availableStock)} left`;
}

/** `3 cases, 30 bottles`; bottles are left out where there are none. */
export function contentWords(cart: Cart): string {
  const bottles = cart.lineItems.reduce((sum, item) => sum + (item.skuType === 'digital' ? 0 : item.quantity * item.packSize), 0);
  return bottles === 0 ? '' : `${casesWords(cart.cartQuantity)}, ${bottles} bottles`;
}

/** What the lines cost less than their RRP, after discounts; 0 where no RRP is shown. Decimal. */
export function savedOnRrp(cart: Cart): number {
  const cents = cart.lineItems.reduce((sum, item) => {
    if (item.hideRRP || item.extendedComparisonPrice === null) return sum;
    return sum + Math.max(0, toCents(item.extendedComparisonPrice) - toCents(item.extendedSalePrice));
  }, 0);
  return cents / 100;
}
