/** Matches a query with a single text and marks the matches, in the form of a `_highlightResult`. */
import { editDistance, prefixDistance } from './edit-distance.ts';
import type { QueryPlan, QueryToken } from './query-plan.ts';
import { foldChars, isAscii, JOINED, placedParts, type TextPart } from './tokenizer.ts';

interface PartMatch {
  readonly typo: boolean;
  /** Number of letters of the part's folded text that were typed. */
  readonly letters: number;
}

/** Matches a query word with a part of a text by the same rule as the index. Returns null if it does not match. */
const matchPart = ({ text: word, prefix, typos }: QueryToken, { text, joined }: TextPart, allowTypos: boolean): PartMatch | null => {
  if (text === word || joined === word) return { typo: false, letters: text.length };
  if (prefix && text.startsWith(word)) return { typo: false, letters: word.length };
  if (prefix && joined.startsWith(word)) return { typo: false, letters: text.length };
  if (!allowTypos || typos === 0) return null;
  const distance = prefix ? prefixDistance : editDistance;
  return distance(word, text) <= typos || (joined !== text && distance(word, joined) <= typos)
    ? { typo: true, letters: text.length }
    : null;
};

/** Returns true if a text contains all required segments of a plan. */
export const matchText = (plan: QueryPlan, parts: readonly TextPart[], allowTypos: boolean): boolean =>
  plan.every(
    ({ required, alternatives }) =>
      !required ||
      alternatives.some(({ words }) => words.every((word) => parts.some((part) => matchPart(word, part, allowTypos) !== null))),
  );

/** A text with marked matches, in the form of a `_highlightResult`. */
export interface Highlighted {
  readonly value: string;
  /** `full` if this text contains every required word. */
  readonly matchLevel: 'none' | 'partial' | 'full';
  readonly matchedWords: readonly string[];
  /** Only if something matched. */
  readonly fullyHighlighted?: boolean;
}

export interface HighlightOptions {
  readonly preTag: string;
  readonly postTag: string;
  /** True if the response allowed typos. If false, only words without a typo are marked. */
  readonly typos: boolean;
}

/** Returns the offset in the text at which the first `chars` folded letters of a part end. */
const endOf = (text: string, { start, end }: TextPart, chars: number): number => {
  let at = start;
  while (at < end && foldChars(text.slice(start, at)).length < chars) at++;
  while (at < end && /\p{M}|[\uDC00-\uDFFF]/u.test(text.charAt(at))) at++;
  return at;
};

/** Collects which words of a plan a text contains. */
class Matches {
  readonly #plan: QueryPlan;
  readonly #typos: boolean;
  readonly #found = new Set<string>();

  constructor(plan: QueryPlan, typos: boolean) {
    this.#plan = plan;
    this.#typos = typos;
  }

  /** Returns the longest match of any word in a part. */
  longest(part: TextPart): PartMatch | null {
    let longest: PartMatch | null = null;
    for (const { alternatives } of this.#plan) {
      for (const { words } of alternatives) {
        for (const word of words) {
          const match = matchPart(word, part, this.#typos);
          if (match === null) continue;
          this.#found.add(word.text);
          if (longest === null || match.letters > longest.letters) longest = match;
        }
      }
    }
    return longest;
  }

  /** Returns the typed words that were found, directly or by a synonym, and whether all required ones were. */
  result(): { words: string[]; all: boolean } {
    const words = new Set<string>();
    let all = true;
    for (const { alternatives, required } of this.#plan) {
      const typed = alternatives[0]?.words.map((word) => word.text) ?? [];
      const whole = alternatives.some((alternative) => alternative.words.every((word) => this.#found.has(word.text)));
      for (const word of typed) if (whole || this.#found.has(word)) words.add(word);
      if (required && !whole) all = false;
    }
    return { words: [...words], all };
  }
}

/**
 * Creates a predicate that is false for most texts without a match, in a fraction of the time of splitting them. Without typos and joined
 * words, a matching text contains a word of the query as it is.
 */
const createCandidateTest = (plan: QueryPlan, typos: boolean): ((text: string) => boolean) => {
  if (typos) return () => true;
  const words = plan.flatMap(({ alternatives }) => alternatives.flatMap((alternative) => alternative.words.map((word) => word.text)));
  return (text) => {
    if (!isAscii(text) || JOINED.test(text)) return true;
    const folded = text.toLowerCase();
    return words.some((word) => folded.includes(word));
  };
};

/** Creates a function that marks the matches of a plan in one text. */
export const createHighlighter = (plan: QueryPlan, { preTag, postTag, typos }: HighlightOptions): ((text: string) => Highlighted) => {
  const plain = (text: string): Highlighted => ({ value: text, matchLevel: 'none', matchedWords: [] });
  if (plan.length === 0) return plain;
  const isCandidate = createCandidateTest(plan, typos);
  return (text) => {
    if (!isCandidate(text)) return plain(text);
    const matches = new Matches(plan, typos);
    let value = '';
    let copied = 0;
    let fully = true;
    for (const part of placedParts(text)) {
      const match = matches.longest(part);
      if (match === null || match.letters < part.text.length) fully = false;
      if (match === null) continue;
      const end = match.letters < part.text.length ? endOf(text, part, match.letters) : part.end;
      value += text.slice(copied, part.start) + preTag + text.slice(part.start, end) + postTag;
      copied = end;
    }
    if (copied === 0) return plain(text);
    const { words, all } = matches.result();
    return { value: value + text.slice(copied), matchLevel: all ? 'full' : 'partial', matchedWords: words, fullyHighlighted: fully };
  };
};
