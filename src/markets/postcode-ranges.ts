/** Sets of postcodes as a retailer writes them: single ones and ranges, such as `6000-6999, 0872`. */
import type { PostcodeRange } from './definition.ts';

/** Postcodes that were read, and the first part that is none. */
export interface ParsedPostcodes {
  readonly ranges: readonly PostcodeRange[];
  /** Null if every part is a postcode or a range. */
  readonly wrong: { readonly part: string; readonly isReversed: boolean } | null;
}

const PART = /^(\d+)(?:\s*[-–]\s*(\d+))?$/;

/** Reads postcodes that are separated by commas, semicolons or line breaks. @param digits of a postcode of the market */
export function parsePostcodes(text: string, digits: number): ParsedPostcodes {
  const ranges: PostcodeRange[] = [];
  for (const part of text.split(/[,;\n]/).map((each) => each.trim())) {
    if (part === '') continue;
    const [, first = '', last = first] = PART.exec(part) ?? [];
    if (first.length !== digits || last.length !== digits) return { ranges, wrong: { part, isReversed: false } };
    if (last < first) return { ranges, wrong: { part, isReversed: true } };
    ranges.push([first, last]);
  }
  return { ranges, wrong: null };
}

/** Sorts ranges and joins those that touch. */
export function joinRanges(ranges: readonly PostcodeRange[]): PostcodeRange[] {
  const joined: PostcodeRange[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const before = joined.at(-1);
    if (before && Number(first) <= Number(before[1]) + 1) joined[joined.length - 1] = [before[0], last > before[1] ? last : before[1]];
    else joined.push([first, last]);
  }
  return joined;
}

/** Formats a range: `6000-6999`, or `0872` if it has one postcode. */
export const formatRange = ([first, last]: PostcodeRange): string => (first === last ? first : `${first}-${last}`);

/** Formats ranges in order, in the form that `parsePostcodes` reads. */
export const formatPostcodes = (ranges: readonly PostcodeRange[]): string => joinRanges(ranges).map(formatRange).join(', ');

/** Returns true if a postcode is in one of the ranges. */
export const includesPostcode = (ranges: readonly PostcodeRange[], postcode: string): boolean =>
  ranges.some(([first, last]) => postcode.length === first.length && first <= postcode && postcode <= last);

/** Returns the first postcodes that two joined sets have in common, null without any. */
export function commonRange(own: readonly PostcodeRange[], others: readonly PostcodeRange[]): PostcodeRange | null {
  let [index, otherIndex] = [0, 0];
  // Both are sorted, so whichever ends first has nothing in common with what follows.
  for (;;) {
    const [range, other] = [own[index], others[otherIndex]];
    if (!range || !other) return null;
    const first = range[0] > other[0] ? range[0] : other[0];
    const last = range[1] < other[1] ? range[1] : other[1];
    if (first <= last) return [first, last];
    if (range[1] < other[1]) index += 1;
    else otherIndex += 1;
  }
}
