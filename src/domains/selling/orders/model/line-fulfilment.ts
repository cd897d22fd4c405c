/** The fulfilment of an order's lines: what was shipped and refunded, and what staff may still do. Amounts are cents. */
import { OperatorError } from '#lib/operator-error.ts';

/** The order does not allow the requested action. The message says what it allows. */
export class OrderActionError extends OperatorError {
  override name = 'OrderActionError';
}

export interface LineFulfilment {
  /** Position in the order, from 0. */
  readonly position: number;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
  /** The amount paid for the whole line, after discounts. */
  readonly netCents: number;
  /** False for goods that are sent by e-mail. */
  readonly isPhysical: boolean;
  readonly shipped: number;
  /** Number of cases withdrawn before the shipment. */
  readonly withdrawn: number;
  readonly refunded: number;
  readonly refundedCents: number;
  /** The gift cards issued for the line with their available balances, the fullest first. Empty for other lines. */
  readonly cards?: readonly IssuedCard[];
}

export interface IssuedCard {
  readonly id: string;
  readonly remainingCents: number;
}

export interface RequestedLine {
  readonly position: number;
  readonly quantity: number;
}

/** Returns how many of a line are still to be shipped. */
export const unshippedQuantity = (line: LineFulfilment): number => (line.isPhysical ? line.quantity - line.shipped - line.withdrawn : 0);

/** Returns the line number that commands use: position 1 is line 2. */
const lineNumber = ({ position }: { readonly position: number }): number => position + 1;

/** Finds a requested line. @throws OrderActionError */
export function findLine(lines: readonly LineFulfilment[], requested: RequestedLine): LineFulfilment {
  const line = lines.find((candidate) => candidate.position === requested.position);
  if (!line) throw new OrderActionError(`There is no line ${lineNumber(requested)}; the order has lines 1 to ${lines.length}.`);
  if (!Number.isSafeInteger(requested.quantity) || requested.quantity < 1)
    throw new OrderActionError(`Line ${lineNumber(line)}: the quantity must be a whole number from 1.`);
  return line;
}

/** Adds up the requested quantities of each line. */
export const summed = (requested: readonly RequestedLine[]): RequestedLine[] => {
  const sums = new Map<number, number>();
  for (const { position, quantity } of requested) sums.set(position, (sums.get(position) ?? 0) + quantity);
  return [...sums].map(([position, quantity]) => ({ position, quantity }));
};

/**
 * Returns the contents of a shipment. Null requests everything that is unshipped.
 * @throws OrderActionError if a line has fewer unshipped than requested, or nothing is unshipped
 */
export function planShipment(lines: readonly LineFulfilment[], requested: readonly RequestedLine[] | null): RequestedLine[] {
  const remaining = lines.filter((line) => unshippedQuantity(line) > 0);
  if (remaining.length === 0) throw new OrderActionError('Nothing of this order is left to send.');
  if (requested === null) return remaining.map((line) => ({ position: line.position, quantity: unshippedQuantity(line) }));
  const planned = summed(requested);
  if (planned.length === 0) throw new OrderActionError('Name at least one line to send.');
  for (const input of planned) {
    const line = findLine(lines, input);
    if (unshippedQuantity(line) < input.quantity)
      throw new OrderActionError(
        `Line ${lineNumber(line)} (${line.name}) has ${unshippedQuantity(line)} left to send, not ${input.quantity}.${
          remaining.length === 0 ? '' : ` Left: ${remaining.map((one) => `line ${lineNumber(one)}: ${unshippedQuantity(one)}`).join(', ')}.`
        }`,
      );
  }
  return planned;
}

/** Adds up the cases that go back on sale, by product id. */
export function restockedByProduct(
  lines: readonly LineFulfilment[],
  returned: readonly { readonly position: number; readonly restocked: number }[],
): ReadonlyMap<number, number> {
  const products = new Map<number, number>();
  for (const { position, restocked } of returned) {
    const productId = lines.find((line) => line.position === position)?.productId;
    if (productId !== undefined && restocked > 0) products.set(productId, (products.get(productId) ?? 0) + restocked);
  }
  return products;
}
