/** Returns the state of a postcode, accurate enough for an estimate of the shipping fee. The address decides in the end. */
import { type Market, marketFacts } from '#markets/market.ts';

/** Ranges that differ from their first digit. */
const RANGES: readonly (readonly [from: number, to: number, state: string])[] = [
  [200, 299, 'ACT'],
  [800, 999, 'NT'],
  [2600, 2618, 'ACT'],
  [2900, 2920, 'ACT'],
  [9999, 9999, 'VIC'],
];
const BY_FIRST_DIGIT: Readonly<Record<string, string>> = {
  1: 'NSW',
  2: 'NSW',
  3: 'VIC',
  4: 'QLD',
  5: 'SA',
  6: 'WA',
  7: 'TAS',
  8: 'VIC',
  9: 'QLD',
};

/** Returns the state code of a postcode. @returns null if the market has no states or the postcode is invalid */
export function stateOfPostcode(market: Market, postcode: string): string | null {
  if (marketFacts(market).states.length === 0 || !/^\d{4}$/.test(postcode)) return null;
  const number = Number(postcode);
  const range = RANGES.find(([from, to]) => number >= from && number <= to);
  return range?.[2] ?? BY_FIRST_DIGIT[postcode.charAt(0)] ?? null;
}
