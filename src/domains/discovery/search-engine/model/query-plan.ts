/**
 * A typed query as something to match. A document matches when every required segment does; a segment matches when one of its
 * alternatives does; an alternative matches when each of its words is found in some field, not necessarily the same.
 */
import type { SynonymTable } from './synonyms.ts';
import { wordsOf } from './tokenizer.ts';

export interface QueryToken {
  readonly text: string;
  /** The start of a term is enough. */
  readonly prefix: boolean;
  /** How many typos are forgiven. */
  readonly typos: number;
}

export interface Alternative {
  readonly words: readonly QueryToken[];
  /** Stands a little below what was typed. */
  readonly synonym: boolean;
}

export interface QuerySegment {
  readonly alternatives: readonly Alternative[];
  /** A word such as `the` only helps the ranking. */
  readonly required: boolean;
}

export type QueryPlan = readonly QuerySegment[];

export interface PlanOptions {
  readonly prefix: 'last' | 'all' | 'none';
  readonly synonyms: CompiledSynonyms;
}

export interface CompiledSynonyms {
  readonly finds: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly longest: number;
  readonly optional: ReadonlySet<string>;
}

/** Words beyond these are not looked for. */
const MAX_WORDS = 24;

/** Letters from which one and two typos are forgiven; words with digits (vintages, bin numbers) are taken exactly. */
const ONE_TYPO_FROM = 4;
const TWO_TYPOS_FROM = 8;

/** In: the table of `synonyms.ts`. Out: phrase → the phrases it finds beside itself. */
export const compileSynonyms = (table: SynonymTable): CompiledSynonyms => {
  const finds = new Map<string, (readonly string[])[]>();
  const add = (phrase: string, found: readonly string[]) =>
    finds.set(phrase, [...(finds.get(phrase) ?? []), ...found.map((each) => each.split(' '))]);
  for (const row of table.same)
    for (const phrase of row)
      add(
        phrase,
        row.filter((other) => other !== phrase),
      );
  for (const [phrase, ...found] of table.oneWay) add(phrase, found);
  const longest = Math.max(1, ...[...finds.keys()].map((phrase) => phrase.split(' ').length));
  return { finds, longest, optional: new Set(table.optional) };
};

/** How many typos a word forgives: 1 from 4 letters, 2 from 8, none in words with a digit. */
export const forgivenTypos = (word: string): number => {
  if (/\p{N}/u.test(word)) return 0;
  return word.length >= TWO_TYPOS_FROM ? 2 : word.length >= ONE_TYPO_FROM ? 1 : 0;
};

interface Unit {
  readonly text: string;
  /** Set on the first part of a word of several parts. */
  readonly compound: { readonly joined: string; readonly length: number } | null;
}

const unitsOf = (query: string): Unit[] => {
  const units: Unit[] = [];
  const seen = new Set<string>();
  for (const { parts, joined } of wordsOf(query)) {
    const key = parts.join(' ');
    if (seen.has(key) || units.length + parts.length > MAX_WORDS) continue;
    seen.add(key);
    parts.forEach((text, part) => {
      units.push({ text, compound: joined !== null && part === 0 ? { joined, length: parts.length } : null });
    });
  }
  return units;
};

/** The longest phrase from `start` that has synonyms, in words; 0 when there is none. */
const synonymLength = (units: readonly Unit[], start: number, { finds, longest }: CompiledSynonyms): number => {
  for (let length = Math.min(longest, units.length - start); length > 0; length--) {
    const phrase = units.slice(start, start + length).map((unit) => unit.text);
    if (finds.has(phrase.join(' '))) return length;
  }
  return 0;
};

const exactly = (words: readonly string[]): Alternative => ({
  words: words.map((text) => ({ text, prefix: false, typos: 0 })),
  synonym: true,
});

/** In: what was typed, whether ends of words are still being typed, the synonyms. Out: the plan, empty for a query without words. */
export const planQuery = (query: string, { prefix, synonyms }: PlanOptions): QueryPlan => {
  const units = unitsOf(query);
  const segments: QuerySegment[] = [];
  const typed = (text: string, last: boolean): QueryToken => ({
    text,
    prefix: prefix === 'all' || (prefix === 'last' && last),
    typos: forgivenTypos(text),
  });
  for (let start = 0; start < units.length; ) {
    const compound = units[start]?.compound ?? null;
    const synonymous = synonymLength(units, start, synonyms);
    const length = Math.max(synonymous, compound?.length ?? 1);
    const span = units.slice(start, start + length).map((unit) => unit.text);
    const last = start + length === units.length;
    const alternatives: Alternative[] = [{ words: span.map((text, i) => typed(text, last && i === length - 1)), synonym: false }];
    if (compound?.length === length) alternatives.push({ words: [typed(compound.joined, last)], synonym: false });
    if (synonymous === length) for (const phrase of synonyms.finds.get(span.join(' ')) ?? []) alternatives.push(exactly(phrase));
    segments.push({ alternatives, required: !(length === 1 && synonyms.optional.has(span[0] ?? '')) });
    start += length;
  }
  return segments.some((segment) => segment.required) ? segments : segments.map((segment) => ({ ...segment, required: true }));
};
