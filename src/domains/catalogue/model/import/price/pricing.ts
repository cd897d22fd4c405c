/** From the file's price to a case price in a market's currency. All results are integer cents. */

/** What prices end in: the nearest dollar, half dollar or five cents, or the nearest dollar less a cent. */
export const ROUNDINGS = ['1.00', '0.50', '0.05', '.99'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export interface MarketPricing {
  /** Market currency for one unit of the file's currency. */
  readonly rate: number;
  readonly marginPercent: number;
  readonly rounding: Rounding;
}

const STEP: Readonly<Record<Rounding, number>> = { '1.00': 100, '0.50': 50, '0.05': 5, '.99': 100 };

/** Cents rounded as told, never below the smallest price that ends so. */
export function roundPrice(cents: number, rounding: Rounding): number {
  const step = STEP[rounding];
  const nearest = Math.max(step, Math.round(cents / step) * step);
  return rounding === '.99' ? nearest - 1 : nearest;
}

/** The price of a case: converted, raised by the margin, and only then rounded. In: source cents for a case. Out: cents of the market's currency. */
export const casePrice = (sourceCents: number, rule: MarketPricing): number =>
  roundPrice(sourceCents * rule.rate * (1 + rule.marginPercent / 100), rule.rounding);
