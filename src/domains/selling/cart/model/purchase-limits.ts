/** Purchase limits and stock of cart lines [CART-41] [CART-42]. Lines of the same product share its stock [CART-40]. */
interface Limited {
  /** Line id. Lines without one are distinguished by their offer. */
  readonly id?: string;
  readonly offerId: string;
  readonly productId: number;
  /** Cases of the line, current or requested. */
  readonly quantity: number;
  /** 0 for no limit. */
  readonly orderQuantityMaximum?: number;
  /** Cases of past orders that count towards the limit. */
  readonly boughtBefore?: number;
}

export interface RequestedLine extends Limited {
  readonly orderQuantityMaximum: number;
  readonly availableStock: number;
}

/** Why a quantity is rejected, with the purchase limit or the number of cases that are left. */
export type LimitError =
  | { readonly reason: 'purchase_limit'; readonly limit: number }
  | { readonly reason: 'stock'; readonly left: number };

/** Returns the strictest purchase limit of a product's lines, and how many cases are left under it. */
export function strictestLimit(lines: readonly Limited[]): { readonly limit: number; readonly open: number } {
  let strictest = { limit: Number.POSITIVE_INFINITY, open: Number.POSITIVE_INFINITY };
  for (const { orderQuantityMaximum = 0, boughtBefore = 0 } of lines) {
    const open = Math.max(0, orderQuantityMaximum - boughtBefore);
    if (orderQuantityMaximum > 0 && open < strictest.open) strictest = { limit: orderQuantityMaximum, open };
  }
  return strictest;
}

/**
 * Returns why a line cannot have the requested quantity, or null. The limit per customer is checked before stock. `left` is the
 * maximum quantity of this line, at least 0.
 */
export function findLimitError(lines: readonly Limited[], requested: RequestedLine): LimitError | null {
  const isOther = (line: Limited): boolean => (requested.id === undefined ? line.offerId !== requested.offerId : line.id !== requested.id);
  const others = lines.filter((line) => line.productId === requested.productId && isOther(line));
  const inOtherLines = others.reduce((sum, line) => sum + line.quantity, 0);
  const { limit, open } = strictestLimit([requested, ...others]);
  if (inOtherLines + requested.quantity > open) return { reason: 'purchase_limit', limit };
  const remaining = Math.max(0, requested.availableStock - inOtherLines);
  return requested.quantity > remaining ? { reason: 'stock', left: remaining } : null;
}
