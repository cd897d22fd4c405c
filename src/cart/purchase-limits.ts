/** How many cases of an offer a cart may hold (SPEC.md §5 "Add to cart"); lines that share a product share its stock. */
import type { CartLine } from './cart.ts';

export interface Wanted {
  readonly offerId: string;
  readonly productId: number;
  /** Cases the line would hold. */
  readonly quantity: number;
  /** 0 is no limit. */
  readonly orderQuantityMaximum: number;
  readonly availableStock: number;
}

export type LimitRefusal =
  | { readonly reason: 'purchase_limit'; readonly limit: number }
  | { readonly reason: 'stock'; readonly left: number };

/** Cases of a product that other lines of the cart hold already. */
const heldElsewhere = (lines: readonly Pick<CartLine, 'productId' | 'offerId' | 'quantity'>[], wanted: Wanted): number =>
  lines
    .filter((line) => line.productId === wanted.productId && line.offerId !== wanted.offerId)
    .reduce((sum, line) => sum + line.quantity, 0);

/**
 * Why a line may not hold that many cases, or null. The limit per customer comes first, then stock;
 * `left` is how many cases this line could hold, 0 where there is nothing.
 */
export function limitRefusal(lines: readonly Pick<CartLine, 'productId' | 'offerId' | 'quantity'>[], wanted: Wanted): LimitRefusal | null {
  const held = heldElsewhere(lines, wanted);
  if (wanted.orderQuantityMaximum > 0 && held + wanted.quantity > wanted.orderQuantityMaximum)
    return { reason: 'purchase_limit', limit: wanted.orderQuantityMaximum };
  const left = Math.max(0, wanted.availableStock - held);
  return wanted.quantity > left ? { reason: 'stock', left } : null;
}
