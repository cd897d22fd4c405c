/** Bands of the bottle price: the values of the `priceRange` facet. Prices are decimal numbers of the market's currency. */
const BAND_ENDS = [15, 20, 30, 50, 100, 200] as const;

/** In: the price of a bottle. Out: its band, such as `$20 to $30`; a price at the border belongs to the dearer one. */
export const priceRangeOf = (bottlePrice: number): string => {
  const above = BAND_ENDS.findIndex((end) => bottlePrice < end);
  if (above === 0) return `Under $${BAND_ENDS[0]}`;
  if (above === -1) return `$${BAND_ENDS[BAND_ENDS.length - 1]} and over`;
  return `$${BAND_ENDS[above - 1]} to $${BAND_ENDS[above]}`;
};

/** All bands, from the cheapest: the order to show them in. */
export const PRICE_RANGES: readonly string[] = [0, ...BAND_ENDS].map(priceRangeOf);
