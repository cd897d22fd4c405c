/** The sums of a cart at checkout and of an order, in one form for page, print and mail. */
import type { Cart } from '../cart/contract.ts';
import { type Market, marketFacts } from '../market/market.ts';
import { formatMoney, taxContained, toCents, toDecimal } from '../platform/money.ts';
import { SHIPPING } from '../shipping/fees.ts';
import { type CountedLine, linesCount } from './line-words.ts';

/** What sums are made of, amounts in the wire's decimals. */
export interface Figures {
  readonly market: Market;
  readonly baseAmount: number;
  readonly discounts: readonly { readonly name: string; readonly code: string | null; readonly amount: number }[];
  readonly shippingTotal: number;
  readonly total: number;
  /** Contained in the total. */
  readonly taxTotal: number;
  readonly lineItems: readonly CountedLine[];
}

export interface SumRow {
  readonly kind: 'lines' | 'discount' | 'delivery' | 'total' | 'tax';
  readonly label: string;
  readonly amount: string;
}

/** `$1,234.50` of the wire's 1234.5. */
export function moneyIn(market: Market, amount: number): string {
  const { locale, currency } = marketFacts(market);
  return formatMoney(toCents(amount), locale, currency);
}

/** Rows of the sums, in reading order. */
export function sumRows(figures: Figures): SumRow[] {
  const { market, discounts, shippingTotal } = figures;
  const { taxName, taxPercent } = marketFacts(market);
  return [
    { kind: 'lines', label: linesCount(figures.lineItems), amount: moneyIn(market, figures.baseAmount) },
    ...discounts.map(
      ({ code, name, amount }): SumRow => ({ kind: 'discount', label: code ?? name, amount: `−${moneyIn(market, amount)}` }),
    ),
    { kind: 'delivery', label: 'Delivery', amount: shippingTotal === 0 ? 'Free' : moneyIn(market, shippingTotal) },
    { kind: 'total', label: 'Total', amount: moneyIn(market, figures.total) },
    { kind: 'tax', label: `Includes ${taxName} ${taxPercent} %`, amount: moneyIn(market, figures.taxTotal) },
  ];
}

/** The figures of a cart that is being bought. */
export const figuresOfCart = (market: Market, cart: Cart): Figures => ({
  market,
  lineItems: cart.lineItems,
  baseAmount: cart.baseAmount,
  discounts: cart.promotions
    .filter(({ discountedAmount }) => discountedAmount > 0)
    .map(({ name, coupon, discountedAmount }) => ({ name, code: coupon, amount: discountedAmount })),
  shippingTotal: cart.shippingTotal,
  total: cart.cartTotal,
  taxTotal: cart.taxTotal,
});

/** The cart as the server will price it for another state, so that the charge follows the choice at once. */
export function cartInRegion(market: Market, cart: Cart, state: string): Cart {
  const { defaultCents, regions } = SHIPPING[market];
  const shippingCents = cart.isFreeShipping || cart.isGiftCardOnly ? 0 : (regions[state] ?? defaultCents);
  const totalCents = toCents(cart.cartAmount) + shippingCents;
  return {
    ...cart,
    region: state || null,
    shippingTotal: toDecimal(shippingCents),
    cartTotal: toDecimal(totalCents),
    taxTotal: toDecimal(taxContained(totalCents, marketFacts(market).taxPercent)),
  };
}
