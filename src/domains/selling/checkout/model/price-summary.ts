/** The sums of a cart at checkout and of an order, in one form for page, print and mail. */

import type { Cart } from '#domains/selling/cart/contract.ts';
import { taxOfCart } from '#domains/selling/cart/model/contained-tax.ts';
import { SHIPPING } from '#domains/selling/shipping/model/fees.ts';
import { formatMoney, toCents, toDecimal } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';

import type { CheckoutView } from '../contract.ts';

import { type CountedLine, linesCount } from './format-line.ts';
import { splitTenders } from './tenders.ts';

/** What sums are made of, amounts in the wire's decimals. */
export interface PriceBreakdown {
  readonly market: Market;
  readonly baseAmount: number;
  readonly discounts: readonly { readonly name: string; readonly code: string | null; readonly amount: number }[];
  readonly shippingTotal: number;
  readonly total: number;
  /** Contained in the total. */
  readonly taxTotal: number;
  readonly lineItems: readonly CountedLine[];
  /** Gift cards and credit that pay a part, and what is left for a card. */
  readonly tenders?: readonly { readonly label: string; readonly amount: number }[];
  readonly charged?: number;
  /** What `charged` is called. Default `Paid by card`. */
  readonly chargeLabel?: string;
}

export interface SumRow {
  readonly kind: 'lines' | 'discount' | 'delivery' | 'total' | 'tender' | 'charge' | 'tax';
  readonly label: string;
  readonly amount: string;
}

export const giftCardLabel = (ending: string): string => `Gift card ending in ${ending}`;
export const CREDIT_LABEL = 'Store credit';

/** `$1,234.50` of the wire's 1234.5. */
export function formatMoneyIn(market: Market, amount: number): string {
  const { locale, currency } = marketFacts(market);
  return formatMoney(toCents(amount), locale, currency);
}

/** Rows of the sums, in reading order. */
export function sumRows(figures: PriceBreakdown): SumRow[] {
  const { market, discounts, shippingTotal, tenders = [], charged = figures.total, chargeLabel = 'Paid by card' } = figures;
  const { taxName, taxPercent } = marketFacts(market);
  const isGiftCardOnly = figures.lineItems.every(({ category }) => category === 'Gift card');
  const delivery: SumRow = {
    kind: 'delivery',
    label: 'Delivery',
    amount: shippingTotal === 0 ? 'Free' : formatMoneyIn(market, shippingTotal),
  };
  return [
    { kind: 'lines', label: linesCount(figures.lineItems), amount: formatMoneyIn(market, figures.baseAmount) },
    ...discounts.map(
      ({ code, name, amount }): SumRow => ({ kind: 'discount', label: code ?? name, amount: `−${formatMoneyIn(market, amount)}` }),
    ),
    ...(isGiftCardOnly ? [] : [delivery]),
    { kind: 'total', label: 'Total', amount: formatMoneyIn(market, figures.total) },
    ...tenders.map(({ label, amount }): SumRow => ({ kind: 'tender', label, amount: `−${formatMoneyIn(market, amount)}` })),
    ...(tenders.length > 0 ? [{ kind: 'charge', label: chargeLabel, amount: formatMoneyIn(market, charged) } as const] : []),
    ...(figures.taxTotal > 0
      ? [{ kind: 'tax', label: `Includes ${taxName} ${taxPercent} %`, amount: formatMoneyIn(market, figures.taxTotal) } as const]
      : []),
  ];
}

/** The figures of a cart that is being bought. */
export const toPriceBreakdown = (market: Market, cart: Cart): PriceBreakdown => ({
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

/** What gift cards and credit pay of a cart, and what is left for a card. */
export function withTenders(
  figures: PriceBreakdown,
  { giftCards, credit }: CheckoutView['tenders'],
): PriceBreakdown & { readonly charged: number } {
  const balances = giftCards.map(({ balance }) => toCents(balance));
  const { giftCents, creditCents, chargeCents } = splitTenders(toCents(figures.total), balances, toCents(credit));
  const tenders = [
    ...giftCards.map(({ ending }, index) => ({ label: giftCardLabel(ending), cents: giftCents[index] ?? 0 })),
    { label: CREDIT_LABEL, cents: creditCents },
  ];
  return {
    ...figures,
    tenders: tenders.filter(({ cents }) => cents > 0).map(({ label, cents }) => ({ label, amount: toDecimal(cents) })),
    charged: toDecimal(chargeCents),
    chargeLabel: 'Left to pay by card',
  };
}

/** The cart as the server will price it for another state, so that the charge follows the choice at once. */
export function cartInRegion(market: Market, cart: Cart, state: string): Cart {
  const { defaultCents, regions } = SHIPPING[market];
  const feeCents = regions[state] ?? defaultCents;
  const shippingCents = cart.isFreeShipping || cart.isGiftCardOnly ? 0 : feeCents;
  const totalCents = toCents(cart.cartAmount) + shippingCents;
  return {
    ...cart,
    region: state || null,
    shippingTotal: toDecimal(shippingCents),
    shippingDiscounts: cart.shippingDiscounts.map((reason) => ({ ...reason, amount: toDecimal(feeCents) })),
    cartTotal: toDecimal(totalCents),
    taxTotal: taxOfCart(market, cart, totalCents),
  };
}
