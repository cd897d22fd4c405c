/** The price breakdown of a cart at checkout and of an order, for pages, print and e-mails. */

import type { Cart } from '#domains/selling/cart/contract.ts';
import { termsWithoutFee } from '#domains/selling/shipping/model/collection.ts';
import { formatMoney, taxContained, toCents, toDecimal } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';

import type { CheckoutView } from '../contract.ts';

import { cartInRegion, withFeeOf } from './cart-in-region.ts';
import { type CountedLine, linesCount } from './format-line.ts';
import { splitTenders } from './tenders.ts';

/** Amounts are decimals. */
export interface PriceBreakdown {
  readonly market: Market;
  readonly baseAmount: number;
  readonly discounts: readonly { readonly name: string; readonly code: string | null; readonly amount: number }[];
  readonly shippingTotal: number;
  readonly total: number;
  /** Included in the total. */
  readonly taxTotal: number;
  readonly lineItems: readonly (CountedLine & { readonly extendedSalePrice: number })[];
  /** Gift cards and credit that pay a part of the total, and the part that a card pays. */
  readonly tenders?: readonly { readonly label: string; readonly amount: number }[];
  readonly charged?: number;
  /** Label of `charged`, `Paid by card` by default. */
  readonly chargeLabel?: string;
  /** Where the order is collected. Left out if it is delivered. */
  readonly collection?: object | undefined;
}

export interface SummaryRow {
  readonly kind: 'lines' | 'discount' | 'delivery' | 'total' | 'tender' | 'charge' | 'tax';
  readonly label: string;
  readonly amount: string;
}

export const giftCardLabel = (ending: string): string => `Gift card ending in ${ending}`;
export const CREDIT_LABEL = 'Store credit';
const COLLECT_LABEL = 'Collect in store';

/** Formats a decimal amount: `$1,234.50`. */
export function formatMoneyIn(market: Market, amount: number): string {
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(toCents(amount), locale, currency);
}

/**
 * Returns the rate of the tax in a total, in percent. An order may be older than the current rate, so another rate is derived from its
 * amounts: the one with the fewest decimals that explains them.
 */
export function taxPercentOf({ total, taxTotal, lineItems }: PriceBreakdown, currentPercent: number): number {
  const taxCents = toCents(taxTotal);
  const giftCents = lineItems
    .filter(({ category }) => category === 'Gift card')
    .reduce((sum, { extendedSalePrice }) => sum + toCents(extendedSalePrice), 0);
  const taxableCents = toCents(total) - giftCents;
  const exact = (100 * taxCents) / (taxableCents - taxCents);
  const candidates = [currentPercent, Math.round(exact), Math.round(exact * 10) / 10];
  return candidates.find((percent) => taxContained(taxableCents, percent) === taxCents) ?? currentPercent;
}

/**
 * Returns the rows of the summary in reading order. The tax is a part of the total [SITE-27]; WET has no row [SITE-28].
 * @param currentTaxPercent the market's rate today
 */
export function summaryRows(breakdown: PriceBreakdown, currentTaxPercent: number): SummaryRow[] {
  const { market, discounts, shippingTotal, tenders = [], charged = breakdown.total, chargeLabel = 'Paid by card' } = breakdown;
  const { taxName } = getMarketConfig(market);
  const isGiftCardOnly = breakdown.lineItems.every(({ category }) => category === 'Gift card');
  const delivery: SummaryRow = {
    kind: 'delivery',
    label: breakdown.collection ? COLLECT_LABEL : 'Delivery',
    amount: shippingTotal === 0 ? 'Free' : formatMoneyIn(market, shippingTotal),
  };
  return [
    { kind: 'lines', label: linesCount(breakdown.lineItems), amount: formatMoneyIn(market, breakdown.baseAmount) },
    ...discounts.map(
      ({ code, name, amount }): SummaryRow => ({ kind: 'discount', label: code ?? name, amount: `−${formatMoneyIn(market, amount)}` }),
    ),
    ...(isGiftCardOnly ? [] : [delivery]),
    { kind: 'total', label: 'Total', amount: formatMoneyIn(market, breakdown.total) },
    ...tenders.map(({ label, amount }): SummaryRow => ({ kind: 'tender', label, amount: `−${formatMoneyIn(market, amount)}` })),
    ...(tenders.length > 0 ? [{ kind: 'charge', label: chargeLabel, amount: formatMoneyIn(market, charged) } as const] : []),
    ...(breakdown.taxTotal > 0
      ? [
          {
            kind: 'tax',
            label: `Includes ${taxPercentOf(breakdown, currentTaxPercent)}% ${taxName}`,
            amount: formatMoneyIn(market, breakdown.taxTotal),
          } as const,
        ]
      : []),
  ];
}

/** Returns the breakdown of a cart. */
export const toPriceBreakdown = (market: Market, cart: Cart, collection?: PriceBreakdown['collection']): PriceBreakdown => ({
  market,
  collection,
  lineItems: cart.lineItems,
  baseAmount: cart.baseAmount,
  discounts: cart.promotions
    .filter(({ discountedAmount }) => discountedAmount > 0)
    .map(({ name, coupon, discountedAmount }) => ({ name, code: coupon, amount: discountedAmount })),
  shippingTotal: cart.shippingTotal,
  total: cart.cartTotal,
  taxTotal: cart.taxTotal,
});

/** Adds what gift cards and credit pay, and the part that a card pays. */
export function withTenders(
  breakdown: PriceBreakdown,
  { giftCards, credit }: CheckoutView['tenders'],
): PriceBreakdown & { readonly charged: number } {
  const balances = giftCards.map(({ balance }) => toCents(balance));
  const { giftCents, creditCents, chargeCents } = splitTenders(toCents(breakdown.total), balances, toCents(credit));
  const tenders = [
    ...giftCards.map(({ ending }, index) => ({ label: giftCardLabel(ending), cents: giftCents[index] ?? 0 })),
    { label: CREDIT_LABEL, cents: creditCents },
  ];
  return {
    ...breakdown,
    tenders: tenders.filter(({ cents }) => cents > 0).map(({ label, cents }) => ({ label, amount: toDecimal(cents) })),
    charged: toDecimal(chargeCents),
    chargeLabel: 'To pay by card',
  };
}

/**
 * Prices a cart as it is handed over, by the server's rules.
 * @param isCollected whether it is collected, and whether the server priced it so
 */
export function cartHandedOver(
  terms: SellingTerms,
  cart: Cart,
  state: string,
  isCollected: { readonly now: boolean; readonly priced: boolean },
): Cart {
  if (isCollected.now === isCollected.priced) return isCollected.now ? cart : cartInRegion(terms, cart, state);
  if (!isCollected.now) return withFeeOf(terms, cart, state);
  return { ...withFeeOf(termsWithoutFee(terms), cart, state), isFreeShipping: false, shippingPromoMessage: '', shippingDiscounts: [] };
}
