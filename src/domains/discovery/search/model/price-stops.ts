/**
 * The scale of the bottle-price slider: prices bunch up at the cheap end, so its thumbs stand on stops that lie further apart
 * the dearer they are. Dollars of the market.
 */
const STOPS = [0, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000] as const;

export interface PriceCount {
  readonly price: number;
  readonly count: number;
}

export interface PriceScale {
  /** Ascending; the first is at most the cheapest price, the last at least the dearest. At least two. */
  readonly stops: number[];
  /** Offers from each stop to below the next; one fewer than stops, the last one includes its end. */
  readonly bars: number[];
}

/** In: how many offers cost how much. Out: the slider's scale over them; null where all cost the same. */
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

/** The stop that a bound stands on: the nearest to it from outside, the ends where it is open. */
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
