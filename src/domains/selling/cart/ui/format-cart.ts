/** Display texts of cart lines and totals. */
import { formatVolume } from '#domains/catalogue/model/format-offer.ts';

import { formatMoney, toCents } from '#lib/money.ts';
import type { ShippingTable } from '#markets/definition.ts';
import type { MarketConfig } from '#markets/market.ts';
import type { Cart, LineItem } from '../contract.ts';
import { cartLineMessages, cartPageMessages, cartSummaryMessages } from '../messages/cart.ts';
import { formatCount, unitOf } from '../model/format-line.ts';

/** Formats a decimal amount: `$1,234.50`. */
export const money = (decimal: number, { locale, currency }: MarketConfig): string => formatMoney(toCents(decimal), locale, currency);

/** Formats how a line is sold and its price: `Case of 12 × 750 mL, $288.00. $24.00 a bottle`. */
export function formatLinePrice({ packSize, bottleMl, listPrice, skuType }: LineItem, config: MarketConfig): string {
  const price = money(listPrice, config);
  if (skuType === 'digital') return cartLineMessages.giftCard(price);
  const bottle = cartLineMessages.bottle(money(Math.round((listPrice * 100) / packSize) / 100, config));
  const volume = bottleMl > 0 ? formatVolume(bottleMl) : '';
  if (packSize === 1) return [volume, bottle].filter(Boolean).join(', ');
  return `${cartLineMessages.caseOf([packSize, volume].filter(Boolean).join(' × '))}, ${price}. ${bottle}`;
}

/** Formats a gift and its promotion: `2 bottles, free with Spring corkscrew`. */
export function formatGift(item: LineItem): string {
  const promotions = item.discounts.map(({ name }) => name).join(', ');
  return [formatCount(item.quantity, [item]), promotions && cartLineMessages.freeWith(promotions)].filter(Boolean).join(', ');
}

/** Formats the stock of a line; null if there is enough. */
export function formatStock(item: LineItem): string | null {
  const { isSoldOut, availableStock, quantity, addedByPromotion } = item;
  if (addedByPromotion) return null;
  if (isSoldOut) return cartLineMessages.soldOut;
  if (availableStock >= 10 && quantity <= availableStock) return null;
  return cartLineMessages.stockLeft(formatCount(availableStock, [item]));
}

/** Formats the contents of a cart: `3 cases, 30 bottles`, or one of the two if they are the same. */
export function formatContents({ lineItems, cartQuantity }: Pick<Cart, 'lineItems' | 'cartQuantity'>, locale: string): string {
  const count = formatCount(cartQuantity, lineItems);
  if (unitOf(lineItems) !== 'case') return count;
  const bottles = lineItems.reduce((sum, item) => sum + (item.skuType === 'digital' ? 0 : item.quantity * item.packSize), 0);
  return `${count}, ${cartPageMessages.bottles(bottles.toLocaleString(locale))}`;
}

/** Formats the fees of regions that differ from the default fee: `Delivery to QLD and WA costs $14.90.` */
export function formatRegionFees({ regions }: Pick<ShippingTable, 'regions'>, config: MarketConfig): string[] {
  const list = new Intl.ListFormat(config.locale);
  return [...new Set(Object.values(regions))].map((cents) => {
    const names = Object.keys(regions).filter((name) => regions[name] === cents);
    return cartSummaryMessages.regionFee(list.format(names), money(cents / 100, config));
  });
}

/** Returns the savings on RRP after discounts, decimal. Lines that show no RRP do not count. */
export function savedOnRrp(cart: Cart): number {
  const cents = cart.lineItems.reduce((sum, item) => {
    if (item.hideRRP || item.extendedComparisonPrice === null) return sum;
    return sum + Math.max(0, toCents(item.extendedComparisonPrice) - toCents(item.extendedSalePrice));
  }, 0);
  return cents / 100;
}
