/**
 * Every figure of a cart, derived afresh from lines, promotions and region at each change, by these rules alone, on the
 * server and in the browser (SPEC.md §3 Cart, §9; DECISIONS.md "Carts and orders"). Cents; nothing here is ever negative.
 */
import { type AppliedPromotion, applyPromotions } from '../coupons/discounts.ts';
import { marketFacts } from '../market/market.ts';
import { allocate, taxContained } from '../platform/money.ts';
import { type Shipping, shippingOf } from '../shipping/fees.ts';
import { type CartLine, type CartState, isGiftLine } from './cart.ts';

export interface Totals {
  /** Lines at their list price. */
  readonly baseCents: number;
  readonly applied: readonly AppliedPromotion[];
  /** What automatic promotions take off, and what they and coupons take off together. */
  readonly automaticDiscountCents: number;
  readonly discountCents: number;
  /** Each line's share of the discounts, in line order; adds up to discountCents. */
  readonly lineDiscountCents: readonly number[];
  /** What is left of the lines: the order value. */
  readonly amountCents: number;
  readonly shipping: Shipping;
  readonly totalCents: number;
  /** Tax contained in the total, never added. */
  readonly taxCents: number;
  /** Sum of line quantities. */
  readonly quantity: number;
  /** Sum of quantities, gift lines excluded. */
  readonly cases: number;
  readonly withGiftCard: boolean;
  readonly isGiftCardOnly: boolean;
}

/** Where there is nothing to deliver, delivery says and costs nothing. */
const NO_SHIPPING: Shipping = { cents: 0, isFree: false, message: '' };

const extended = (line: CartLine): number => (line.addedByPromotion ? 0 : line.listCents * line.quantity);

/** Derive a cart's figures. */
export function totalsOf(cart: Pick<CartState, 'market' | 'region' | 'lines' | 'coupons' | 'automatic'>): Totals {
  const prices = cart.lines.map(extended);
  const baseCents = prices.reduce((sum, price) => sum + price, 0);
  const gifts = cart.lines.filter(isGiftLine);
  const withGiftCard = gifts.length > 0;
  const discountable = cart.lines.map((line, index) => (isGiftLine(line) ? 0 : (prices[index] ?? 0)));
  const applied = applyPromotions(
    [...cart.automatic, ...(withGiftCard ? [] : cart.coupons)],
    discountable.reduce((sum, price) => sum + price, 0),
  );
  const sumOf = (list: readonly AppliedPromotion[]): number => list.reduce((sum, { discountedCents }) => sum + discountedCents, 0);
  const discountCents = sumOf(applied);
  const amountCents = baseCents - discountCents;
  const quantity = cart.lines.reduce((sum, line) => sum + line.quantity, 0);
  const isGiftCardOnly = withGiftCard && gifts.length === cart.lines.length;
  const cases = quantity - gifts.reduce((sum, line) => sum + line.quantity, 0);
  const grantedFree = applied.some(({ freeShipping }) => freeShipping);
  const { market, region } = cart;
  const shipping =
    cart.lines.length === 0 ? NO_SHIPPING : shippingOf({ market, region, cases, orderCents: amountCents, isGiftCardOnly, grantedFree });
  const totalCents = amountCents + shipping.cents;
  return {
    baseCents,
    applied,
    automaticDiscountCents: sumOf(applied.slice(0, cart.automatic.length)),
    discountCents,
    lineDiscountCents: allocate(discountCents, discountable),
    amountCents,
    shipping,
    totalCents,
    taxCents: taxContained(totalCents, marketFacts(market).taxPercent),
    quantity,
    cases,
    withGiftCard,
    isGiftCardOnly,
  };
}
