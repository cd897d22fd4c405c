/** Formats the quantity of lines on pages and receipts. */
import { formatVolume } from '#domains/catalogue/model/format-offer.ts';

export interface CountedLine {
  readonly quantity: number;
  readonly packSize: number;
  /** 0 if it is unknown. */
  readonly bottleMl: number;
  readonly category: string;
}

type Unit = 'case' | 'bottle' | 'gift card' | 'item';

const unitOf = ({ packSize, category }: CountedLine): Unit => (category === 'Gift card' ? 'gift card' : packSize > 1 ? 'case' : 'bottle');

/** Formats a count: `1 case`, `3 bottles`. */
const counted = (quantity: number, unit: Unit): string => `${quantity} ${unit}${quantity === 1 ? '' : 's'}`;

/** Formats the quantity of a line: `2 cases of 12 × 750 mL`, `1 bottle of 700 mL`, `1 gift card`. */
export function lineCount(line: CountedLine): string {
  const unit = unitOf(line);
  const bottle = line.bottleMl > 0 && unit !== 'gift card' ? formatVolume(line.bottleMl) : '';
  const content = unit === 'case' ? [line.packSize, bottle].filter(Boolean).join(' × ') : bottle;
  return [counted(line.quantity, unit), content].filter(Boolean).join(' of ');
}

/** Formats the quantity of several lines: `3 cases`, `1 bottle`, or `4 items` for lines of several kinds. */
export function linesCount(lines: readonly CountedLine[]): string {
  const units = new Set(lines.map(unitOf));
  const [unit = 'item'] = units;
  return counted(
    lines.reduce((sum, line) => sum + line.quantity, 0),
    units.size === 1 ? unit : 'item',
  );
}
