/** Extracts the vintage of a title: four digits, `NV`, or empty. */

import { fold } from './normalize-text.ts';

const YEAR = /^\(?(\d{4})\)?[,.;:]?$/;
const NON_VINTAGE = /^\(?(?:N\.?V\.?|M\.?V\.?|non-?vintage)\)?[,.;:]?$/i;

export interface VintageRange {
  readonly from: number;
  readonly to: number;
  /** Two digits at the end count: `11/12` is 2012. */
  readonly isShort?: boolean;
}

export interface ReadVintage {
  /** Four digits, `NV`, or empty if the title has none. */
  readonly vintage: string;
  /** The title without producer and vintage. */
  readonly rest: string;
  /** Sentence about an uncertain decision. Null if there is none. */
  readonly warning: string | null;
}

/**
 * Extracts the vintage of a title such as `1848 Winery 2014 Cabernet`. The leading producer is removed first, so its years do not
 * count. A year right after it is the vintage; of adjacent years the latest. Elsewhere the latest plausible year is used, with a
 * warning if there are several. Years outside of the range stay part of the name. @param title cleaned title
 */
export function extractVintage(title: string, producer: string, range: VintageRange): ReadVintage {
  const words = wordsAfter(title, producer);
  if (NON_VINTAGE.test(words[0] ?? '')) return { vintage: 'NV', rest: words.slice(1).join(' '), warning: null };
  const plausible = (word: string): number | null => {
    const year = Number(YEAR.exec(word)?.[1] ?? Number.NaN);
    return year >= range.from && year <= range.to ? year : null;
  };

  let run = 0;
  while (YEAR.test(words[run] ?? '')) run++;
  const before = latest(words.slice(0, run), plausible);
  if (before !== null) return { vintage: String(before.year), rest: without(words, before.at), warning: null };

  const nonVintage = words.findIndex((word) => NON_VINTAGE.test(word) && word === word.toUpperCase());
  if (nonVintage >= 0) return { vintage: 'NV', rest: without(words, nonVintage), warning: null };

  const elsewhere = latest(words, plausible);
  if (elsewhere !== null) {
    const years = words.filter((word) => plausible(word) !== null);
    const warning = years.length > 1 ? `The title contains several years; ${elsewhere.year} was used as the vintage.` : null;
    return { vintage: String(elsewhere.year), rest: without(words, elsewhere.at), warning };
  }
  const short = range.isShort === true ? /^(?:\d\d\/)?(\d\d)$/.exec(words.at(-1) ?? '') : null;
  const year = short === null ? 0 : 2000 + Number(short[1]);
  if (words.length > 1 && year >= range.from && year <= range.to)
    return { vintage: String(year), rest: words.slice(0, -1).join(' '), warning: `The year ${words.at(-1)} was read as ${year}.` };
  const outside = words.slice(0, run)[0];
  const warning = outside === undefined ? 'The title has no vintage.' : `The year ${outside} is outside ${range.from} to ${range.to}.`;
  return { vintage: '', rest: words.join(' '), warning };
}

/** Returns the words of the title after those of the producer, compared without accents and case. */
function wordsAfter(title: string, producer: string): string[] {
  if (producer !== '' && title.startsWith(`${producer} `)) return split(title.slice(producer.length));
  const words = split(title);
  const front = split(producer);
  const same = front.length > 0 && front.every((word, index) => fold(word) === fold(words[index] ?? ''));
  return same ? words.slice(front.length) : words;
}

const split = (text: string) => text.split(' ').filter((word) => word !== '');
const without = (words: readonly string[], at: number) => words.filter((_, index) => index !== at).join(' ');

function latest(words: readonly string[], plausible: (word: string) => number | null): { year: number; at: number } | null {
  let found: { year: number; at: number } | null = null;
  for (const [at, word] of words.entries()) {
    const year = plausible(word);
    if (year !== null && (found === null || year > found.year)) found = { year, at };
  }
  return found;
}
