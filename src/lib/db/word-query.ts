/** Text queries for the words of a search, over an index of words. */

/** Returns the query for texts that have a word with each of these beginnings, or null without any. */
export const wordQuery = (words: readonly string[]): string | null =>
  words.length === 0 ? null : words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
