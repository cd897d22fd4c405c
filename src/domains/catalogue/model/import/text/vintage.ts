/** The vintage a title states. SPEC.md §3: four digits, `NV`, or nothing. */

import { fold } from './normalize-text.ts';

const YEAR = /^\(?(\d{4})\)?[,.;:]?$/;
const NON_VINTAGE = /^\(?(?:N\.?V\.?|M\.?V\.?|non-?vintage)\)?[,.;:]?$/i;

export interface VintageRange {
  readonly from: number;
  readonly to: number;
  /** Two figures at the end count: `11/12` is 2012. */
  readonly isShort?: boolean;
}

export interface ReadVintage {
  /** Four digits, `NV`, or empty where the title states none. */
  readonly vintage: string;
  /** The title without its producer and without the vintage. */
  readonly rest: string;
  /** What is not certain, as a sentence; null where all is. */
  readonly doubt: string | null;
}

/**
 * Takes the vintage out of a title such as `1848 Winery 2014 Cabernet`. The producer in front is set aside first, so its
 * own years never count. A year right after it is the vintage; of neighbouring years the latest one. Elsewhere the latest
 * plausible year is taken, with a doubt when several stand there; years outside the range stay part of the name.
 * In: cleaned title and producer, first and last plausible year.
 */
export function extractVintage(title: string, producer: string, range: VintageRange): ReadVintage {
  const words = wordsAfter(title, producer);
  if (NON_VINTAGE.test(words[0] ?? '')) return { vintage: 'NV', rest: words.slice(1).join(' '), doubt: null };
  const plausible = (word: string): number | null => {
    const year = Number(YEAR.exec(word)?.[1] ?? Number.NaN);
    return year >= range.from && year <= range.to ? year : null;
  };

  let run = 0;
  while (YEAR.test(words[run] ?? '')) run++;
  const beside = latest(words.slice(0, run), plausible);
  if (beside !== null) return { vintage: String(beside.year), rest: without(words, beside.at), doubt: null };

  const nonVintage = words.findIndex((word) => NON_VINTAGE.test(word) && word === word.toUpperCase());
  if (nonVintage >= 0) return { vintage: 'NV', rest: without(words, nonVintage), doubt: null };

  const elsewhere = latest(words, plausible);
  if (elsewhere !== null) {
    const years = words.filter((word) => plausible(word) !== null);
    const doubt = years.length > 1 ? `The title contains several years; ${elsewhere.year} was used as the vintage.` : null;
    return { vintage: String(elsewhere.year), rest: without(words, elsewhere.at), doubt };
  }
  const short = range.isShort === true ? /^(?:\d\d\/)?(\d\d)$/.exec(words.at(-1) ?? '') : null;
  const year = short === null ? 0 : 2000 + Number(short[1]);
  if (words.length > 1 && year >= range.from && year <= range.to)
    return { vintage: String(year), rest: words.slice(0, -1).join(' '), doubt: `The year ${words.at(-1)} was read as ${year}.` };
  const outside = words.slice(0, run)[0];
  const doubt = outside === undefined ? 'The title has no vintage.' : `The year ${outside} is outside ${range.from} to ${range.to}.`;
  return { vintage: '', rest: words.join(' '), doubt };
}

/** The title's words after the producer's, compared without accents and capitals. */
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
