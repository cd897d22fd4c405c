/** Plans a change of what is sent of an order: fewer cases of its lines (docs/decisions/0205-changes-of-items.md). */
import { lineEditErrors as text } from '../messages/office-lines.ts';
import { type LineFulfilment, OrderActionError, type RequestedLine, unshippedQuantity } from './line-fulfilment.ts';

/** What is sent of a line before and after a change, in cases. */
export interface EditedLine {
  /** Position in the order, from 0. */
  readonly position: number;
  readonly from: number;
  readonly to: number;
}

export interface LineEdit {
  /** Lines that change. */
  readonly changes: readonly EditedLine[];
  /** Cases to refund, by line. */
  readonly removed: readonly RequestedLine[];
}

function editLine(lines: readonly LineFulfilment[], { position, quantity }: RequestedLine): EditedLine {
  const line = lines.find((candidate) => candidate.position === position);
  if (!line) throw new OrderActionError(text.unknownLine(position + 1, lines.length));
  if (!line.isPhysical) throw new OrderActionError(text.notSent(position + 1, line.name));
  const from = unshippedQuantity(line);
  if (quantity > from) throw new OrderActionError(text.tooMany(position + 1, line.name, from));
  return { position, from, to: quantity };
}

/**
 * Plans which cases an order loses.
 * @param requested cases of lines that are to be sent. Lines that are left out stay
 * @throws OrderActionError if a line has fewer left to send, nothing changes, or nothing would be left of the order
 */
export function planLineEdit(lines: readonly LineFulfilment[], number: number, requested: readonly RequestedLine[]): LineEdit {
  if (!lines.some((line) => unshippedQuantity(line) > 0)) throw new OrderActionError(text.nothingLeft(number));
  const twice = requested.find(({ position }, index) => requested.findIndex((other) => other.position === position) !== index);
  if (twice) throw new OrderActionError(text.twice(twice.position + 1));
  const changes = requested.map((line) => editLine(lines, line)).filter(({ from, to }) => from !== to);
  if (changes.length === 0) throw new OrderActionError(text.same);
  const stays = lines.some((line) => {
    const change = changes.find(({ position }) => position === line.position);
    return line.shipped > 0 || !line.isPhysical || (change?.to ?? unshippedQuantity(line)) > 0;
  });
  if (!stays) throw new OrderActionError(text.nothingStays(number));
  return { changes, removed: changes.map(({ position, from, to }) => ({ position, quantity: from - to })) };
}
