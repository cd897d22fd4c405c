/** Returns the greatest number, or `least` if it is greater. Works for lists of any length, unlike `Math.max` with a spread. */
export function maxOf(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** Returns the least number. Infinity if there are none. */
export function minOf(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}
