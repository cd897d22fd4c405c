/** Reads the cart of a checkout, priced for the delivery region, with the lines that prevent the order. */

import { isVisible, needsLogin } from '#domains/catalogue/model/audience.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { CartLine, CartState } from '#domains/selling/cart/model/cart.ts';
import type { CartRow } from '#domains/selling/cart/server/cart.repository.ts';
import { type CartReader, cartLines, type RecalculatedCart, recalculateCart } from '#domains/selling/cart/server/cart-state.ts';
import { type FoundCart, readCart, readContents } from '#domains/selling/cart/server/read-cart.ts';
import type { WeighedLine } from '#domains/selling/shipping/model/weight.ts';
import { refusePostcode, zoneTerms } from '#domains/selling/shipping/model/zones.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { deliveryRules, isPostcode } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import { lineProblemMessages } from '../messages/errors.ts';

/** Where a cart is delivered. */
export interface Destination {
  /** State code. Null if it is not known. */
  readonly region: string | null;
  /** Empty if it is not known. */
  readonly postcode: string;
}

/** Returns where the details of a checkout say. */
export const destinationOf = ({ state, postcode }: { readonly state: string; readonly postcode: string }): Destination => ({
  region: state || null,
  postcode,
});

/** Returns the lines of a cart that are sent, for their weight. */
const sentLines = (lines: readonly CartLine[]): WeighedLine[] =>
  lines.filter(({ offer }) => offer.skuType !== 'digital').map(({ quantity, offer }) => ({ quantity, packSize: offer.packSize }));

/** Returns the terms of a cart that is sent to a postcode. */
export const termsAt = (terms: SellingTerms, postcode: string, lines: readonly CartLine[]): SellingTerms =>
  zoneTerms(terms, postcode, sentLines(lines));

/**
 * Returns why an order cannot be delivered to a postcode, or null. Only zones refuse one: stored addresses may have postcodes that are
 * incomplete, which would be in no zone.
 */
export function refuseDestination(market: Market, terms: SellingTerms, postcode: string, canCollect: boolean): string | null {
  if (!terms.zones) return null;
  if (!isPostcode(market, postcode)) return deliveryRules(market).address.postcodeError;
  return refusePostcode(terms, postcode, canCollect);
}

/** A line that cannot be ordered. */
export interface LineProblem {
  readonly code: 'not_enough_stock' | 'offer_not_eligible';
  readonly offer: string;
  readonly sentence: string;
}

export interface CheckoutCart {
  readonly state: CartState;
  readonly problems: readonly LineProblem[];
  /** Coupons of the cart that do not apply to this order. */
  readonly removedCoupons: RecalculatedCart['removed'];
}

/** Returns true if a cart belongs to another customer. A guest's checkout URL must not show what a later owner of the cart adds. */
export const isForeign = (row: Pick<CartRow, 'customer_id'>, { customerId }: Pick<Shopper, 'customerId'>): boolean =>
  row.customer_id !== 0 && row.customer_id !== customerId;

/**
 * Reads a cart for its checkout.
 * @param row the cart, if it was read already. `buyer` is what the checkout knows of the buyer
 * @returns null if the cart does not exist, is empty, or belongs to another customer
 */
export async function readCheckoutCart(
  db: Queryable,
  { market, terms }: Pick<CartReader, 'market' | 'terms'>,
  cartId: string,
  destination: Destination,
  shopper: Shopper,
  row?: CartRow,
  buyer?: CartReader['buyer'],
): Promise<CheckoutCart | null> {
  const found = row ? { row, contents: await readContents(db, row, market) } : await readCart(db, cartId, market);
  return found && toCheckoutCart(db, { market, terms }, found, destination, shopper, buyer);
}

/** Like `readCheckoutCart`, for a cart that was read with its contents. */
export async function toCheckoutCart(
  db: Queryable,
  { market, terms }: Pick<CartReader, 'market' | 'terms'>,
  found: FoundCart,
  { region, postcode }: Destination,
  shopper: Shopper,
  buyer?: CartReader['buyer'],
): Promise<CheckoutCart | null> {
  if (isForeign(found.row, shopper)) return null;
  const { contents } = found;
  const now = Date.now();
  const lines = cartLines(contents, now);
  if (lines.length === 0) return null;
  const { state, removed } = await recalculateCart(
    db,
    { market, terms, shopper, ...(buyer && { buyer }) },
    { row: { ...found.row, region }, contents, lines, coupons: contents.coupons },
    now,
  );
  const quantities = new Map<number, number>();
  for (const line of lines) quantities.set(line.productId, (quantities.get(line.productId) ?? 0) + line.quantity);
  const problems = contents.lines.flatMap((stored, index): LineProblem[] => {
    const line = lines[index];
    if (!line) return [];
    const offer = `${line.offer.brand} ${line.offer.name}`;
    if (!isVisible(stored, market, shopper) || needsLogin(stored, shopper))
      return [{ code: 'offer_not_eligible', offer, sentence: lineProblemMessages.notEligible(offer) }];
    if (line.availableStock <= 0) return [{ code: 'not_enough_stock', offer, sentence: lineProblemMessages.soldOut(offer) }];
    if (line.availableStock < (quantities.get(line.productId) ?? 0))
      return [
        {
          code: 'not_enough_stock',
          offer,
          sentence: lineProblemMessages.stockLeft(line.availableStock, offer),
        },
      ];
    if (line.orderQuantityMaximum > 0 && (quantities.get(line.productId) ?? 0) + (line.boughtBefore ?? 0) > line.orderQuantityMaximum)
      return [{ code: 'not_enough_stock', offer, sentence: lineProblemMessages.limit(line.orderQuantityMaximum, offer) }];
    return [];
  });
  return { state: { ...state, terms: termsAt(terms, postcode, state.lines) }, problems, removedCoupons: removed };
}
