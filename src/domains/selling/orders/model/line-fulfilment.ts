/** How far an order is sent and refunded, line by line, and what staff may still do with it. Amounts in cents. */
import { OperatorError } from '#lib/operator-error.ts';

/** An order does not allow what staff asked for. The message says what it does allow. */
export class OrderActionError extends OperatorError {
  override name = 'OrderActionError';
}

export interface LineFulfilment {
  /** Place in the order, from 0. */
  readonly position: number;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
  /** What was paid for all of them, discounts taken off. */
  readonly netCents: number;
  /** False for what goes by e-mail. */
  readonly isPhysical: boolean;
  readonly shipped: number;
  /** Not sent, and not to be sent any more. */
  readonly withdrawn: number;
  readonly refunded: number;
  readonly refundedCents: number;
  /** The gift cards that were issued for it, with what can still be spent of each; the fullest first. None of other lines. */
  readonly cards?: readonly IssuedCard[];
}

export interface IssuedCard {
  readonly id: string;
  readonly leftCents: number;
}

export interface RequestedLine {
  readonly position: number;
  readonly quantity: number;
}

/** How many of a line still have to be sent. */
export const unshippedQuantity = (line: LineFulfilment): number => (line.isPhysical ? line.quantity - line.shipped - line.withdrawn : 0);

/** Line 2 of the commands is position 1. */
const lineNumber = ({ position }: { readonly position: number }): number => position + 1;

/** The line that a wish means. @throws OrderActionError */
export function findLine(lines: readonly LineFulfilment[], wanted: RequestedLine): LineFulfilment {
  const line = lines.find((candidate) => candidate.position === wanted.position);
  if (!line) throw new OrderActionError(`There is no line ${lineNumber(wanted)}; the order has lines 1 to ${lines.length}.`);
  if (!Number.isSafeInteger(wanted.quantity) || wanted.quantity < 1)
    throw new OrderActionError(`Line ${lineNumber(line)}: the quantity must be a whole number from 1.`);
  return line;
}

/** Wishes of one line added up. */
export const summed = (wanted: readonly RequestedLine[]): RequestedLine[] => {
  const sums = new Map<number, number>();
  for (const { position, quantity } of wanted) sums.set(position, (sums.get(position) ?? 0) + quantity);
  return [...sums].map(([position, quantity]) => ({ position, quantity }));
};

/**
 * What a shipment holds. Null means everything that is left.
 * @throws OrderActionError where a line has fewer left than are wanted, or nothing is left at all
 */
export function planShipment(lines: readonly LineFulfilment[], wanted: readonly RequestedLine[] | null): RequestedLine[] {
  const left = lines.filter((line) => unshippedQuantity(line) > 0);
  if (left.length === 0) throw new OrderActionError('Nothing of this order is left to send.');
  if (wanted === null) return left.map((line) => ({ position: line.position, quantity: unshippedQuantity(line) }));
  const planned = summed(wanted);
  if (planned.length === 0) throw new OrderActionError('Name at least one line to send.');
  for (const input of planned) {
    const line = findLine(lines, input);
    if (unshippedQuantity(line) < input.quantity)
      throw new OrderActionError(
        `Line ${lineNumber(line)} (${line.name}) has ${unshippedQuantity(line)} left to send, not ${input.quantity}.${
          left.length === 0 ? '' : ` Left: ${left.map((one) => `line ${lineNumber(one)}: ${unshippedQuantity(one)}`).join(', ')}.`
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
