/** How a line of a cart or an order is named and counted, on the screen and on the receipt. */

export interface NamedLine {
  readonly name: string;
  readonly vintage: string;
}

export interface CountedLine {
  readonly quantity: number;
  readonly packSize: number;
  readonly category: string;
}

type Unit = 'case' | 'bottle' | 'gift card' | 'item';

const unitOf = ({ packSize, category }: CountedLine): Unit => (category === 'Gift card' ? 'gift card' : packSize > 1 ? 'case' : 'bottle');

/** `1 case`, `3 bottles`. */
const counted = (quantity: number, unit: Unit): string => `${quantity} ${unit}${quantity === 1 ? '' : 's'}`;

/** `Old Block Shiraz 2021`. */
export const lineName = ({ name, vintage }: NamedLine): string => [name, vintage].filter(Boolean).join(' ');

/** `2 cases of 12`, `1 bottle`, `1 gift card`. */
export const lineCount = (line: CountedLine): string =>
  `${counted(line.quantity, unitOf(line))}${unitOf(line) === 'case' ? ` of ${line.packSize}` : ''}`;

/** `3 cases`, `1 bottle`; `4 items` where they are of several kinds. */
export function linesCount(lines: readonly CountedLine[]): string {
  const units = new Set(lines.map(unitOf));
  const [unit = 'item'] = units;
  return counted(
    lines.reduce((sum, line) => sum + line.quantity, 0),
    units.size === 1 ? unit : 'item',
  );
}
