/**
 * Calculates all totals of a cart from lines, promotions and region, on the server and in the browser [CART-11]. Amounts are in
 * cents and never negative.
 */
import { type Banner, bannersFor } from '#domains/selling/promotions/model/banners.ts';
import { type AppliedPromotion, applyPromotions } from '#domains/selling/promotions/model/discounts.ts';
import type { Action } from '#domains/selling/promotions/model/promotion.ts';
import { publicName } from '#domains/selling/promotions/model/referral-name.ts';
import { casesThatCount, type Shipping, shippingOf } from '#domains/selling/shipping/model/fees.ts';
import { type CartLine, type CartState, isDiscountable, isGiftLine, pricedLines } from './cart.ts';
import { containedTax } from './contained-tax.ts';
import { withoutDeclined } from './declined-gifts.ts';

/** A part of a line's price: the promotion, the kind of its action and the discount. */
export interface PriceReason {
  readonly id: number;
  readonly name: string;
  readonly what: Action['kind'];
  readonly cents: number;
}

/** Totals of a cart, with the promotions, delivery and banners that belong to them. */
export interface Totals {
  /** Sum of the lines at list price. */
  readonly baseCents: number;
  readonly applied: readonly AppliedPromotion[];
  /** Discounts of automatic promotions, and discounts of all promotions [CART-5]. */
  readonly automaticDiscountCents: number;
  readonly discountCents: number;
  /** Discount of each line, in line order; adds up to `discountCents`. */
  readonly lineDiscountCents: readonly number[];
  /** Reasons for each line's price, in line order. They add up to the line's discount, or to the price of a gift. */
  readonly lineReasons: readonly (readonly PriceReason[])[];
  readonly banners: readonly Banner[];
  /** Amount of the lines after discounts: the order value. */
  readonly amountCents: number;
  readonly shipping: Shipping;
  /** Amount plus shipping [CART-3]. */
  readonly totalCents: number;
  /** Tax contained in the total; gift cards contain none (docs/decisions/0063-gift-cards-contain-no-tax.md). */
  readonly taxCents: number;
  /** Sum of the line quantities [CART-4]. */
  readonly quantity: number;
  /** Sum of the quantities without gift lines [SHIP-6]. */
  readonly cases: number;
  /** True if the cart contains a gift card [GIFT-5]. */
  readonly withGiftCard: boolean;
  /** True if the cart contains gift cards only [GIFT-5]. */
  readonly isGiftCardOnly: boolean;
}

/** Shipping of an empty cart. */
const NO_SHIPPING: Shipping = { cents: 0, isFree: false, message: '' };

const extended = (line: CartLine): number => (line.addedByPromotion ? 0 : line.listCents * line.quantity);

type TotalsInput = Pick<CartState, 'market' | 'terms' | 'region' | 'lines' | 'coupons' | 'automatic' | 'offered' | 'declined'>;

/** Returns the reasons of each line's price, in line order. */
function reasonsOf(lines: readonly CartLine[], applied: readonly AppliedPromotion[]): PriceReason[][] {
  const reasons: PriceReason[][] = lines.map(() => []);
  if (applied.every(({ effects, gifts }) => effects.length + gifts.length === 0)) return reasons;
  const indexes = lines.flatMap((line, index) => (isDiscountable(line) ? [index] : []));
  for (const { promotion, effects, gifts } of applied) {
    const { id } = promotion;
    const name = publicName(promotion.name);
    for (const { what, shares } of effects)
      for (const { index, cents } of shares) reasons[indexes[index] ?? -1]?.push({ id, name, what, cents });
    if (gifts.length === 0) continue;
    for (const [index, line] of lines.entries())
      if (line.addedByPromotion && gifts.some((gift) => gift.offerId === line.offerId) && reasons[index]?.length === 0)
        reasons[index].push({ id, name, what: 'gift', cents: line.listCents * line.quantity });
  }
  return reasons;
}

/** Leaves out gifts that are due but not in the cart, for example for lack of stock. */
const withGiftsOf = (lines: readonly CartLine[], applied: readonly AppliedPromotion[]): AppliedPromotion[] =>
  applied.map((entry) =>
    entry.gifts.length === 0
      ? entry
      : { ...entry, gifts: entry.gifts.filter((gift) => lines.some((line) => line.addedByPromotion && line.offerId === gift.offerId)) },
  );

type Promoted = Pick<CartState, 'lines' | 'automatic' | 'coupons'>;

/** Returns the effects of a cart's promotions, including declined gifts. */
export const dueTo = ({ lines, automatic, coupons }: Promoted): AppliedPromotion[] =>
  applyPromotions([...automatic, ...(lines.some(isGiftLine) ? [] : coupons)], pricedLines(lines));

/** Returns the effects of a cart's promotions. */
const appliedTo = (cart: Promoted & Pick<CartState, 'declined'>): readonly AppliedPromotion[] =>
  withoutDeclined(dueTo(cart), cart.declined ?? []);

/** Calculates the totals of a cart. @param promotions effects of its promotions, if the caller has them */
export function totalsOf(cart: TotalsInput, promotions: readonly AppliedPromotion[] = appliedTo(cart)): Totals {
  const { market, region, lines, terms } = cart;
  const prices = lines.map(extended);
  const baseCents = prices.reduce((sum, price) => sum + price, 0);
  const gifts = lines.filter(isGiftLine);
  const withGiftCard = gifts.length > 0;
  const priced = pricedLines(lines);
  const applied = withGiftsOf(lines, promotions);
  const sumOf = (list: readonly AppliedPromotion[]): number => list.reduce((sum, { discountedCents }) => sum + discountedCents, 0);
  const lineReasons = reasonsOf(lines, applied);
  const discountCents = sumOf(applied);
  const amountCents = baseCents - discountCents;
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  const isGiftCardOnly = withGiftCard && gifts.length === lines.length;
  const cases = quantity - gifts.reduce((sum, line) => sum + line.quantity, 0);
  const grantedFree = applied.some(({ freeShipping }) => freeShipping);
  const counted = casesThatCount(
    lines.map((line) => ({ quantity: line.quantity, packSize: line.offer.packSize, isGift: isGiftLine(line) })),
    terms.shipping,
  );
  const shipping =
    lines.length === 0
      ? NO_SHIPPING
      : shippingOf({ region, cases: counted, orderCents: amountCents, isGiftCardOnly, grantedFree }, terms.shipping);
  const totalCents = amountCents + shipping.cents;
  const giftCents = gifts.reduce((sum, line) => sum + extended(line), 0);
  return {
    baseCents,
    applied,
    automaticDiscountCents: sumOf(applied.filter(({ promotion }) => promotion.code === null)),
    discountCents,
    lineDiscountCents: lineReasons.map((reasons) => reasons.reduce((sum, { what, cents }) => sum + (what === 'gift' ? 0 : cents), 0)),
    lineReasons,
    banners: bannersFor(market, applied, cart.offered ?? [], priced),
    amountCents,
    shipping,
    totalCents,
    taxCents: containedTax(terms.taxPercent, totalCents, giftCents),
    quantity,
    cases,
    withGiftCard,
    isGiftCardOnly,
  };
}
