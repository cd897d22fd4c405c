/** Ranges of the bottle price: the values of the `priceRange` facet [SRCH-3]. Prices are decimal numbers of the market's currency. */
const BAND_ENDS = [15, 20, 30, 50, 100, 200] as const;

/** Returns the range of a bottle price, such as `$20 to $30`. A price on the border belongs to the higher one. */
export const priceRangeOf = (bottlePrice: number): string => {
  const above = BAND_ENDS.findIndex((end) => bottlePrice < end);
  if (above === 0) return `Under $${BAND_ENDS[0]}`;
  if (above === -1) return `$${BAND_ENDS[BAND_ENDS.length - 1]} and over`;
  return `$${BAND_ENDS[above - 1]} to $${BAND_ENDS[above]}`;
};

/** All ranges in the order of display, the cheapest first. */
export const PRICE_RANGES: readonly string[] = [0, ...BAND_ENDS].map(priceRangeOf);
