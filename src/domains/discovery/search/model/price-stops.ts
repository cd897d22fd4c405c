import type { Histogram } from '#packages/search-engine/index.ts';

/**
 * Scale of the bottle-price slider. Prices cluster at the low end, so the distance between stops grows with the price. Values are dollars
 * of the market.
 */
export const PRICE_STOPS: readonly number[] = [
  0, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000,
];

export interface PriceScale {
  /** Ascending, at least two. The first is at most the lowest price, the last at least the highest. */
  readonly stops: number[];
  /** Number of offers from each stop to below the next. Has one fewer entry than stops; the last includes its end. */
  readonly bars: number[];
}

/**
 * Makes the scale of the slider.
 * @param histogram offers by the ranges between `PRICE_STOPS`
 * @returns null if all prices are equal or there are none
 */
export function priceScale(histogram: Histogram | null): PriceScale | null {
  if (histogram === null || histogram.min === histogram.max) return null;
  const { min, max, counts, countAtMax } = histogram;
  const from = Math.max(
    0,
    PRICE_STOPS.findLastIndex((stop) => stop <= min),
  );
  const to = PRICE_STOPS.findIndex((stop) => stop >= max);
  if (to === -1) return { stops: [...PRICE_STOPS.slice(from), Math.ceil(max)], bars: counts.slice(from) };
  const bars = counts.slice(from, to);
  if (PRICE_STOPS[to] === max) bars[bars.length - 1] = (bars.at(-1) ?? 0) + countAtMax;
  return { stops: PRICE_STOPS.slice(from, to + 1), bars };
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
