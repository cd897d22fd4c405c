/** Reads the cart of a checkout, priced for the delivery region, with the lines that prevent the order. */

import { isVisible, needsLogin } from '#domains/catalogue/model/audience.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { CartState } from '#domains/selling/cart/model/cart.ts';
import type { CartRow } from '#domains/selling/cart/server/cart.repository.ts';
import { type CartReader, cartLines, type RecalculatedCart, recalculateCart } from '#domains/selling/cart/server/cart-state.ts';
import { type FoundCart, readCart, readContents } from '#domains/selling/cart/server/read-cart.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { lineProblemMessages } from '../messages/errors.ts';

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
 * @param region state code of the delivery, null if it is unknown
 * @param row the cart, if it was read already. `buyer` is what the checkout knows of the buyer
 * @returns null if the cart does not exist, is empty, or belongs to another customer
 */
export async function readCheckoutCart(
  db: Queryable,
  { market, terms }: Pick<CartReader, 'market' | 'terms'>,
  cartId: string,
  region: string | null,
  shopper: Shopper,
  row?: CartRow,
  buyer?: CartReader['buyer'],
): Promise<CheckoutCart | null> {
  const found = row ? { row, contents: await readContents(db, row, market) } : await readCart(db, cartId, market);
  return found && toCheckoutCart(db, { market, terms }, found, region, shopper, buyer);
}

/** Like `readCheckoutCart`, for a cart that was read with its contents. */
export async function toCheckoutCart(
  db: Queryable,
  { market, terms }: Pick<CartReader, 'market' | 'terms'>,
  found: FoundCart,
  region: string | null,
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
  return { state, problems, removedCoupons: removed };
}
