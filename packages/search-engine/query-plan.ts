/**
 * Turns a typed query into a plan. A document matches if every required segment does, a segment if one of its alternatives does, an
 * alternative if each of its words occurs in some field, not necessarily the same one.
 */
import type { CompiledSynonyms } from './synonyms.ts';
import { wordsOf } from './tokenizer.ts';

/** A word of a query with the terms that it may match. */
export interface QueryToken {
  readonly text: string;
  /** True if the word matches terms that it is a prefix of. */
  readonly prefix: boolean;
  /** Maximum number of typos. */
  readonly typos: number;
}

/** Words that must all occur in a document. */
export interface Alternative {
  readonly words: readonly QueryToken[];
  /** True for a synonym, which ranks slightly below the typed word. */
  readonly synonym: boolean;
}

/** A part of a query that a document matches by one of its alternatives. */
export interface QuerySegment {
  readonly alternatives: readonly Alternative[];
  /** False for an optional word such as `the`, which only improves the rank. */
  readonly required: boolean;
}

export type QueryPlan = readonly QuerySegment[];

export interface PlanOptions {
  readonly prefix: 'last' | 'all' | 'none';
  readonly synonyms: CompiledSynonyms;
}

/** Further words are ignored. */
const MAX_WORDS = 24;

/** Word lengths from which one and two typos are allowed. Words with digits must match exactly. */
const ONE_TYPO_FROM = 4;
const TWO_TYPOS_FROM = 8;

/** Returns how many typos a word may have: 1 from 4 letters, 2 from 8, none with a digit. */
export const allowedTypos = (word: string): number => {
  if (/\p{N}/u.test(word)) return 0;
  return word.length >= TWO_TYPOS_FROM ? 2 : word.length >= ONE_TYPO_FROM ? 1 : 0;
};

/** A part of a typed word. */
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

/** Returns the length in words of the longest phrase from `start` that has synonyms, or 0. */
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

/** Plans a query. The plan of a query without words is empty. */
export const planQuery = (query: string, { prefix, synonyms }: PlanOptions): QueryPlan => {
  const units = unitsOf(query);
  const segments: QuerySegment[] = [];
  const typed = (text: string, last: boolean): QueryToken => ({
    text,
    prefix: prefix === 'all' || (prefix === 'last' && last),
    typos: allowedTypos(text),
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
