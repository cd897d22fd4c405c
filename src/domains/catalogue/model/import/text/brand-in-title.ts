/** Extracts the producer from a title with producer and wine: `BIG HOUSE - ZINFANDEL`, `Dom. de Frégate Bandol`. */

import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { minOf } from '#lib/extremes.ts';
import { trimEndOf } from '#lib/trim.ts';
import { fold } from './normalize-text.ts';
import { phrasePattern } from './title-case.ts';

export interface SplitTitle {
  readonly brand: string;
  /** Rest of the title, for the name. */
  readonly rest: string;
}

/** Matches names that end with an article, preposition or conjunction and are therefore incomplete. */
const OPEN_END = /\s(?:d|da|das|de|dei|del|dell|della|der|des|di|do|dos|du|el|la|le|les|los|of|the|von|zu|&|et|y)['´]?$/;

type Rule = NonNullable<Mapping['brand']['inTitle']>;

/** Returns a function that splits a title without its vintage into producer and wine, using the cells that the rule names. */
export function titleSplitter(rule: Rule): (title: string, cells: readonly string[]) => SplitTitle {
  const turned = phrasePattern(rule.turned);
  const stops = phrasePattern(rule.until.words);
  const notAfter = new Set(rule.until.notAfter.map(fold));
  const ends = (title: string, cells: readonly string[]): SplitTitle => {
    const isProducer = (at: number) => {
      const before = fold(title.slice(0, at).trim());
      return at > 0 && !notAfter.has(before) && !OPEN_END.test(before);
    };
    const own = cells.flatMap(namesIn).map((name) => placeOf(title, name));
    const at = minOf([...own.filter(isProducer), firstOf(title, stops, isProducer)]);
    return at < title.length ? { brand: trimmed(title.slice(0, at)), rest: title.slice(at).trim() } : { brand: trimmed(title), rest: '' };
  };
  return (title, cells) => {
    const sign = rule.at.find((one) => title.includes(one));
    if (sign === undefined) return ends(title, cells);
    const at = title.indexOf(sign);
    const before = trimmed(title.slice(0, at));
    const after = title.slice(at + sign.length).trim();
    if (turned === null || before.search(turned) < 0) return { brand: before, rest: after };
    const { brand, rest } = ends(after, []);
    return { brand, rest: `${before} ${rest}`.trim() };
  };
}

/** Returns the names in `Merlot 65%, Cabernet Franc 15%`. */
const namesIn = (cell: string): string[] =>
  cell
    .split(/[,;/]|\d+(?:[.,]\d+)?\s*%?/)
    .map((name) => name.trim())
    .filter((name) => name.length > 2);

const trimmed = (text: string) => trimEndOf(text, /[\s,;:(-]/);

/** Returns the index of a name in a title, compared by whole words without accents and case. -1 if it does not occur. */
function placeOf(title: string, name: string): number {
  const words = [...title.matchAll(/[^\s,;()]+/g)];
  const expected = fold(name).split(' ');
  const found = words.findIndex((_, at) => expected.every((word, next) => fold(words[at + next]?.[0] ?? '') === word));
  return words[found]?.index ?? -1;
}

function firstOf(title: string, pattern: RegExp | null, isGood: (at: number) => boolean): number {
  if (pattern !== null) for (const found of title.matchAll(pattern)) if (isGood(found.index)) return found.index;
  return title.length;
}
