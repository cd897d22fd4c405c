/** When an import of a schedule waits for a person. */
import type { Difference } from './import-state.ts';

export interface HoldRule {
  /** Null for no limit. */
  readonly maxRejectedPercent: number | null;
  readonly maxPriceChangePercent: number | null;
}

export interface HoldFacts {
  readonly difference: Difference;
  /** The greatest change of a price, up or down, in hundredths of a percent. */
  readonly greatestPriceChange: number;
  /** Wines of the mapping that are on sale. */
  readonly onSale: number;
}

export type HoldReason = 'rejected' | 'price' | 'missing' | 'empty';

/** Returns why an import waits for approval, or null if it does not. More than half of the wines ending is always a reason. */
export function holdReason(
  { maxRejectedPercent, maxPriceChangePercent }: HoldRule,
  { difference, greatestPriceChange, onSale }: HoldFacts,
): HoldReason | null {
  const { rejected, missing } = difference;
  const rows = difference.new + difference.changed + difference.unchanged + rejected;
  if (rows === 0) return 'empty';
  if (maxRejectedPercent !== null && rejected * 100 > rows * maxRejectedPercent) return 'rejected';
  if (maxPriceChangePercent !== null && greatestPriceChange > maxPriceChangePercent * 100) return 'price';
  return missing * 2 > onSale ? 'missing' : null;
}
