/** Marks what a query matched in a text, in the hosted search's form (vendor-wire.md §2, `_highlightResult`). */

import { matchPart, type PartMatch } from './compound-match.ts';
import { foldChars } from './fold.ts';
import type { QueryPlan } from './query-plan.ts';
import { type FeaturedSection, placedParts } from './tokenizer.ts';

export interface Highlighted {
  readonly value: string;
  /** Full when every word asked for stands in this text. */
  readonly matchLevel: 'none' | 'partial' | 'full';
  readonly matchedWords: readonly string[];
  /** Only where something matched. */
  readonly fullyHighlighted?: boolean;
}

export interface HighlightOptions {
  readonly preTag: string;
  readonly postTag: string;
  /** Whether the answer allowed typos; otherwise words that only resemble the query stay unmarked. */
  readonly typos: boolean;
}

/** Where the first `letters` folded letters of a part end in its text. */
const endOf = (text: string, { start, end }: FeaturedSection, chars: number): number => {
  let at = start;
  while (at < end && foldChars(text.slice(start, at)).length < chars) at++;
  while (at < end && /\p{M}|[\uDC00-\uDFFF]/u.test(text.charAt(at))) at++;
  return at;
};

/** The words of a plan, found once each, and by which a text was matched. */
class Matches {
  readonly #plan: QueryPlan;
  readonly #typos: boolean;
  readonly #found = new Set<string>();

  constructor(plan: QueryPlan, typos: boolean) {
    this.#plan = plan;
    this.#typos = typos;
  }

  /** The longest match of any word in a part. */
  longest(part: FeaturedSection): PartMatch | null {
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

  /** The words as typed that were found, themselves or by a synonym, and whether those are all. */
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

/** In: the plan of the answered query and how to mark. Out: a function that marks one text. */
export const highlighter = (plan: QueryPlan, { preTag, postTag, typos }: HighlightOptions): ((text: string) => Highlighted) => {
  if (plan.length === 0) return (text) => ({ value: text, matchLevel: 'none', matchedWords: [] });
  return (text) => {
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
    if (copied === 0) return { value: text, matchLevel: 'none', matchedWords: [] };
    const { words, all } = matches.result();
    return { value: value + text.slice(copied), matchLevel: all ? 'full' : 'partial', matchedWords: words, fullyHighlighted: fully };
  };
};
