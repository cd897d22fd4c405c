/** Display texts of cart lines and totals. */
import { formatVolume } from '#domains/catalogue/model/format-offer.ts';
import { formatMoney, toCents } from '#lib/money.ts';
import type { MarketConfig } from '#markets/market.ts';
import type { Cart, LineItem } from '../contract.ts';

type Packed = Pick<LineItem, 'packSize' | 'skuType'>;

/** Returns what is counted: cases, unless everything is sold by the bottle or is a gift card. */
function unitOf(items: readonly Packed[]): 'case' | 'bottle' | 'card' {
  if (items.every(({ skuType }) => skuType === 'digital')) return 'card';
  return items.every(({ packSize }) => packSize === 1) ? 'bottle' : 'case';
}

/** Formats the number of cases, bottles or cards of these lines: `1 case`, `3 bottles`. */
export const formatCount = (count: number, items: readonly Packed[]): string => `${count} ${unitOf(items)}${count === 1 ? '' : 's'}`;

/** Formats a decimal amount: `$1,234.50`. */
export const money = (decimal: number, { locale, currency }: MarketConfig): string => formatMoney(toCents(decimal), locale, currency);

/** Describes how a line is sold and its price: `Case of 12 × 750 mL, $288.00. $24.00 a bottle`. */
export function priceWords({ packSize, bottleMl, listPrice, skuType }: LineItem, facts: MarketConfig): string {
  if (skuType === 'digital') return `Sent by email, ${money(listPrice, facts)} a card`;
  const bottle = `${money(Math.round((listPrice * 100) / packSize) / 100, facts)}\u00a0a\u00a0bottle`;
  if (packSize === 1) return bottleMl > 0 ? `${formatVolume(bottleMl)}, ${bottle}` : bottle;
  return `Case of ${packSize}${bottleMl > 0 ? ` × ${formatVolume(bottleMl)}` : ''}, ${money(listPrice, facts)}. ${bottle}`;
}

/** Describes a gift and its promotion: `2 bottles, added by Spring corkscrew`. */
export function giftWords(item: LineItem): string {
  const by = item.discounts.map(({ name }) => name).join(', ');
  return [formatCount(item.quantity, [item]), by && `added by ${by}`].filter(Boolean).join(', ');
}

/** Describes the price of a line after all discounts: `You pay, $21.60 a bottle`. */
export function afterDiscountsWords({ extendedSalePrice, quantity, packSize, skuType }: LineItem, facts: MarketConfig): string {
  if (skuType === 'digital' || extendedSalePrice === 0) return 'You pay';
  const bottle = Math.round((extendedSalePrice * 100) / (quantity * packSize)) / 100;
  return `You pay, ${money(bottle, facts)} a bottle`;
}

/** Describes the stock of a line; null if there is enough. */
export function stockWords(item: LineItem): string | null {
  const { isSoldOut, availableStock, quantity, addedByPromotion } = item;
  if (addedByPromotion) return null;
  if (isSoldOut) return 'Sold out';
  if (availableStock >= 10 && quantity <= availableStock) return null;
  return `Only ${formatCount(availableStock, [item])} left`;
}

/** Describes the contents of a cart: `3 cases, 30 bottles`, or one of the two if they are the same. */
export function contentWords({ lineItems, cartQuantity }: Pick<Cart, 'lineItems' | 'cartQuantity'>): string {
  const count = formatCount(cartQuantity, lineItems);
  if (unitOf(lineItems) !== 'case') return count;
  const bottles = lineItems.reduce((sum, item) => sum + (item.skuType === 'digital' ? 0 : item.quantity * item.packSize), 0);
  return `${count}, ${bottles.toLocaleString('en-AU')} bottles`;
}

/** Returns the savings on RRP after discounts, decimal. Lines that show no RRP do not count. */
export function savedOnRrp(cart: Cart): number {
  const cents = cart.lineItems.reduce((sum, item) => {
    if (item.hideRRP || item.extendedComparisonPrice === null) return sum;
    return sum + Math.max(0, toCents(item.extendedComparisonPrice) - toCents(item.extendedSalePrice));
  }, 0);
  return cents / 100;
}
