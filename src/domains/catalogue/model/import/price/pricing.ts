/** Converts a price of the file to a case price in a market's currency, in integer cents. */

/** Roundings of prices: to a dollar, half a dollar, five cents, or a dollar minus a cent. */
export const ROUNDINGS = ['1.00', '0.50', '0.05', '.99'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export interface MarketPricing {
  /** Market currency per unit of the file's currency. */
  readonly rate: number;
  readonly marginPercent: number;
  readonly rounding: Rounding;
}

const STEP: Readonly<Record<Rounding, number>> = { '1.00': 100, '0.50': 50, '0.05': 5, '.99': 100 };

/** Rounds cents. The result is at least the smallest price of the rounding. */
export function roundPrice(cents: number, rounding: Rounding): number {
  const step = STEP[rounding];
  const nearest = Math.max(step, Math.round(cents / step) * step);
  return rounding === '.99' ? nearest - 1 : nearest;
}

/** Returns the case price in cents of the market's currency: converted, raised by the margin, then rounded. */
export const casePrice = (sourceCents: number, rule: MarketPricing): number =>
  roundPrice(sourceCents * rule.rate * (1 + rule.marginPercent / 100), rule.rounding);
