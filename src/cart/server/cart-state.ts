/** Puts what the database says of a cart into the form that the rules work on. */
import { isOnSale } from '../../catalogue/audience.ts';
import type { CouponShopper } from '../../coupons/eligibility.ts';
import type { Promotion } from '../../coupons/promotion.ts';
import { settleCoupons } from '../../coupons/settle.ts';
import type { Market } from '../../market/market.ts';
import { type CartLine, type CartState, isGiftLine } from '../cart.ts';
import { type CartContents, type CartRow, toLine } from './cart-repository.ts';

/** The lines of a cart; what is off sale at `now` (milliseconds) counts as sold out. */
export const cartLines = (contents: CartContents, now: number): CartLine[] =>
  contents.lines.map((stored) => toLine(stored, isOnSale(stored, now)));

/** What a shopper asks from where, as far as a cart's figures depend on it. */
export interface CartReader {
  readonly market: Market;
  readonly shopper: CouponShopper;
}

/**
 * A cart with the coupons that still fit its lines at `now` (milliseconds).
 * @returns the cart, and a sentence for each coupon that no longer fits
 */
export function settledCart(
  row: CartRow,
  { market, shopper }: CartReader,
  contents: CartContents,
  lines: readonly CartLine[],
  coupons: readonly Promotion[],
  now: number,
): { state: CartState; notices: readonly string[] } {
  const amountCents = lines.reduce(
    (sum, line) => sum + (isGiftLine(line) || line.addedByPromotion ? 0 : line.listCents * line.quantity),
    0,
  );
  const { kept, notices } = settleCoupons(
    coupons,
    { market, amountCents, withGiftCard: lines.some(isGiftLine) },
    contents.automatic,
    shopper,
    now,
  );
  const { id, version, customer_id: customerId, email, region } = row;
  return { state: { id, market, version, customerId, email, region, lines, coupons: kept, automatic: contents.automatic }, notices };
}
