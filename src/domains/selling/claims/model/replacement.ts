/** Which cases of a claimed order are sent again, and what was paid for them. Amounts are cents. */
import { replacementRefusals as refusals } from '../messages/errors.ts';

/** A line of the claimed order. */
export interface ReplaceableLine {
  readonly position: number;
  readonly name: string;
  readonly productId: number;
  /** Cases bought. */
  readonly quantity: number;
  /** The amount paid for the whole line, after discounts. */
  readonly netCents: number;
  readonly shipped: number;
  /** Cases refunded, of which some were withdrawn before the shipment. */
  readonly refunded: number;
  readonly withdrawn: number;
  /** Cases sent again for earlier claims. */
  readonly replaced: number;
}

export interface RequestedCases {
  readonly position: number;
  readonly cases: number;
}

export interface ReplacedLine extends RequestedCases {
  readonly productId: number;
  readonly amountCents: number;
}

/** Returns how many cases of a line can be sent again: those that were sent and neither refunded nor replaced. */
export const replaceableCases = ({ shipped, refunded, withdrawn, replaced }: ReplaceableLine): number =>
  Math.max(0, shipped - Math.max(0, refunded - withdrawn) - replaced);

/** Returns the price of the first `count` cases of a line. The price of all of them is exactly what was paid. */
const costOf = ({ netCents, quantity }: ReplaceableLine, count: number): number => Math.round((netCents * count) / quantity);

/**
 * Plans a replacement.
 * @param reported positions of the lines that the buyer reported
 * @returns the cases with what was paid for them, or a sentence that says why they cannot be sent again
 */
export function planReplacement(
  lines: readonly ReplaceableLine[],
  reported: readonly number[],
  requested: readonly RequestedCases[],
): readonly ReplacedLine[] | string {
  const planned: ReplacedLine[] = [];
  if (requested.length === 0) return refusals.nothing;
  for (const { position, cases } of requested) {
    const line = lines.find((one) => one.position === position);
    if (!line || !reported.includes(position) || planned.some((one) => one.position === position)) return refusals.unknown;
    const left = replaceableCases(line);
    if (line.shipped === 0) return refusals.notSent(line.name);
    if (cases > left) return refusals.tooMany(line.name, left);
    const amountCents = costOf(line, line.replaced + cases) - costOf(line, line.replaced);
    planned.push({ position, cases, productId: line.productId, amountCents });
  }
  return planned;
}

/** Adds up the cases of each product. */
export function casesByProduct(lines: readonly ReplacedLine[]): ReadonlyMap<number, number> {
  const products = new Map<number, number>();
  for (const { productId, cases } of lines) products.set(productId, (products.get(productId) ?? 0) + cases);
  return products;
}
