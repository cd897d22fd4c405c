/** Converts a weight as people enter it to whole grams. */
export const toGrams = (kilograms: number): number => Math.round(kilograms * 1_000);
