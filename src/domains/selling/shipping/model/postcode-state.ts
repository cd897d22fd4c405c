/** The state that a postcode lies in, near enough to tell what delivery would cost; the address decides in the end. */
import { type Market, marketFacts } from '#markets/market.ts';

/** Ranges that differ from what their first digit says. */
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

/** In: a postcode as typed. Out: its state code; null where the market has no states or it is no postcode. */
export function stateOfPostcode(market: Market, postcode: string): string | null {
  if (marketFacts(market).states.length === 0 || !/^\d{4}$/.test(postcode)) return null;
  const number = Number(postcode);
  const range = RANGES.find(([from, to]) => number >= from && number <= to);
  return range?.[2] ?? BY_FIRST_DIGIT[postcode.charAt(0)] ?? null;
}
