/** Whether a word of a query stands in a text: the same rule as the index, for texts at hand (highlights, facet values). */
import { editDistance, prefixDistance } from './edit-distance.ts';
import type { QueryPlan, QueryToken } from './query-plan.ts';
import type { FeaturedSection } from './tokenizer.ts';

export interface PartMatch {
  readonly typo: boolean;
  /** Letters of the part's folded text that were typed. */
  readonly letters: number;
}

/** How a query word matches a part of a text, null when it does not. */
export const matchPart = (
  { text: word, prefix, typos }: QueryToken,
  { text, joined }: FeaturedSection,
  allowTypos: boolean,
): PartMatch | null => {
  if (text === word || joined === word) return { typo: false, letters: text.length };
  if (prefix && text.startsWith(word)) return { typo: false, letters: word.length };
  if (prefix && joined.startsWith(word)) return { typo: false, letters: text.length };
  if (!allowTypos || typos === 0) return null;
  const distance = prefix ? prefixDistance : editDistance;
  return distance(word, text) <= typos || (joined !== text && distance(word, joined) <= typos)
    ? { typo: true, letters: text.length }
    : null;
};

/** Whether a plan's required segments all stand in a text. */
export const matchText = (plan: QueryPlan, parts: readonly FeaturedSection[], allowTypos: boolean): boolean =>
  plan.every(
    ({ required, alternatives }) =>
      !required ||
      alternatives.some(({ words }) => words.every((word) => parts.some((part) => matchPart(word, part, allowTypos) !== null))),
  );
