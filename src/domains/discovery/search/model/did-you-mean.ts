/** "Did you mean": replaces each word of a query by the nearest word in the labels of the shop. */

import { editDistance, wordsOf } from '#packages/search-engine/index.ts';

/** Maximum edit distance by the length of a word. */
const farthest = (chars: number): number => (chars < 4 ? 1 : chars < 8 ? 2 : 3);

/** Lists the words of labels, each once. */
export const distinctWords = (labels: Iterable<string>): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const label of labels) for (const { parts } of wordsOf(label)) for (const part of parts) words.add(part);
  return words;
};

/**
 * Returns the query with the nearest known words in lower case, or null if the query is unchanged or a word has no near match.
 * @param words known words, the most likely first
 */
export function nearestQuery(query: string, words: Iterable<string>): string | null {
  const typed = wordsOf(query).map(({ parts, joined }) => joined ?? parts.join(''));
  if (typed.length === 0 || typed.length > 6) return null;
  const best = typed.map((word) => ({ word: '', distance: farthest(word.length) + 1 }));
  for (const known of words) {
    typed.forEach((word, index) => {
      const nearest = best[index];
      if (!nearest || Math.abs(known.length - word.length) >= nearest.distance) return;
      const distance = editDistance(word, known);
      if (distance < nearest.distance) best[index] = { word: known, distance };
    });
  }
  const suggestion = best.map(({ word }) => word);
  if (suggestion.includes('') || suggestion.join(' ') === typed.join(' ')) return null;
  return suggestion.join(' ');
}
