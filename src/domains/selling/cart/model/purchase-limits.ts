/** How many cases of an offer a cart may hold (SPEC.md §5 "Add to cart"); lines that share a product share its stock. */
interface Limited {
  /** Of the line, where it has one; lines without are told apart by their offer. */
  readonly id?: string;
  readonly offerId: string;
  readonly productId: number;
  /** Cases the line holds, or would hold. */
  readonly quantity: number;
  /** 0 is no limit. */
  readonly orderQuantityMaximum?: number;
  /** Cases of past orders that count towards the limit. */
  readonly boughtBefore?: number;
}

export interface Wanted extends Limited {
  readonly orderQuantityMaximum: number;
  readonly availableStock: number;
}

export type LimitRefusal =
  | { readonly reason: 'purchase_limit'; readonly limit: number }
  | { readonly reason: 'stock'; readonly left: number };

/** How many cases of a product lines may hold together, and the limit that says so: the strictest of the lines. */
export function strictestLimit(lines: readonly Limited[]): { readonly limit: number; readonly open: number } {
  let strictest = { limit: Number.POSITIVE_INFINITY, open: Number.POSITIVE_INFINITY };
  for (const { orderQuantityMaximum = 0, boughtBefore = 0 } of lines) {
    const open = Math.max(0, orderQuantityMaximum - boughtBefore);
    if (orderQuantityMaximum > 0 && open < strictest.open) strictest = { limit: orderQuantityMaximum, open };
  }
  return strictest;
}

/**
 * Why a line may not hold that many cases, or null. The limit per customer comes first, then stock;
 * `left` is how many cases this line could hold, 0 where there is nothing.
 */
export function limitRefusal(lines: readonly Limited[], wanted: Wanted): LimitRefusal | null {
  const isOther = (line: Limited): boolean => (wanted.id === undefined ? line.offerId !== wanted.offerId : line.id !== wanted.id);
  const others = lines.filter((line) => line.productId === wanted.productId && isOther(line));
  const held = others.reduce((sum, line) => sum + line.quantity, 0);
  const { limit, open } = strictestLimit([wanted, ...others]);
  if (held + wanted.quantity > open) return { reason: 'purchase_limit', limit };
  const left = Math.max(0, wanted.availableStock - held);
  return wanted.quantity > left ? { reason: 'stock', left } : null;
}
