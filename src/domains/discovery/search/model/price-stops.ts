/**
 * Scale of the bottle-price slider. Prices cluster at the low end, so the distance between stops grows with the price. Values are dollars
 * of the market.
 */
const STOPS = [0, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000] as const;

export interface PriceCount {
  readonly price: number;
  readonly count: number;
}

export interface PriceScale {
  /** Ascending, at least two. The first is at most the lowest price, the last at least the highest. */
  readonly stops: number[];
  /** Number of offers from each stop to below the next. Has one fewer entry than stops; the last includes its end. */
  readonly bars: number[];
}

/** Makes the scale from the number of offers by price. Returns null if all prices are equal. */
export function priceScale(counts: readonly PriceCount[]): PriceScale | null {
  const prices = counts.map(({ price }) => price);
  const [min, max] = [Math.min(...prices), Math.max(...prices)];
  if (!(min < max)) return null;
  const from = STOPS.findLastIndex((stop) => stop <= min);
  const to = STOPS.findIndex((stop) => stop >= max);
  const stops: number[] = to === -1 ? [...STOPS.slice(from), Math.ceil(max)] : STOPS.slice(from, to + 1);
  const bars = stops.slice(1).map((end, index) => {
    const start = stops[index] ?? 0;
    const isLast = index === stops.length - 2;
    return counts.reduce((sum, { price, count }) => (price >= start && (isLast ? price <= end : price < end) ? sum + count : sum), 0);
  });
  return { stops, bars };
}

/** Returns the stop of a bound: the nearest one outside of it, or the end for an open bound. */
export function stopOf(stops: readonly number[], bound: number | null, side: 'low' | 'high'): number {
  if (bound === null) return side === 'low' ? 0 : stops.length - 1;
  if (side === 'low')
    return Math.max(
      0,
      stops.findLastIndex((stop) => stop <= bound),
    );
  const at = stops.findIndex((stop) => stop >= bound);
  return at === -1 ? stops.length - 1 : at;
}
