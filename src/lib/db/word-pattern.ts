/** Patterns of `like` for the words of a search, over texts with an index of trigrams and a space before each word. */

/** Letters that make a trigram. */
const TRIGRAM = 3;

/** Returns text that `like` compares as it is. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Returns the pattern of a word in small letters, or null without one. A word with fewer letters than a trigram is found at the beginning
 * of a word only: with the space before it, it makes a trigram.
 */
export function wordPattern(word: string | undefined): string | null {
  if (word === undefined) return null;
  return word.length < TRIGRAM ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`;
}
