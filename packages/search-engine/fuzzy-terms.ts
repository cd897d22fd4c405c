/**
 * Finds terms within one or two typos of a word, where a transposition counts as one [SRCH-37, SRCH-46]. Walks the trie with one row of
 * the edit-distance table per letter and prunes branches whose row exceeds the limit. The distance equals that of `edit-distance.ts`,
 * which a property test verifies.
 */
import { isTerm, type TermDictionary, type TermRange } from './term-dictionary.ts';

/** Longest word (40), two insertions and one row for the empty prefix. */
const MAX_ROWS = 48;
const rows = Array.from({ length: MAX_ROWS }, () => new Uint8Array(MAX_ROWS));

/**
 * Returns disjoint ranges of terms with their minimum number of typos.
 * @param word at most 40 letters
 * @param most maximum number of typos
 * @param prefix true if prefixes of terms match too
 */
export const findSimilar = (dictionary: TermDictionary, word: string, most: number, prefix: boolean): TermRange[] => {
  const { letters, ends, firstTerms } = dictionary;
  const found: TermRange[] = [];
  const length = word.length;
  const none = most + 1;
  const first = rows[0] as Uint8Array;
  for (let j = 0; j <= length; j++) first[j] = j;

  const emit = (from: number, to: number, typos: number) => {
    if (from < to && typos <= most) found.push({ from, to, typos });
  };

  /** Fills the row of a node from its parent's and returns its minimum. Cells further than `most` from the diagonal are skipped. */
  const fill = (depth: number, char: number, charBefore: number): number => {
    const row = rows[depth] as Uint8Array;
    const above = rows[depth - 1] as Uint8Array;
    const low = Math.max(1, depth - most);
    const high = Math.min(length, depth + most);
    row[low - 1] = low === 1 ? Math.min(depth, none) : none;
    let least = row[low - 1] as number;
    for (let j = low; j <= high; j++) {
      let cell = (above[j - 1] as number) + (word.charCodeAt(j - 1) === char ? 0 : 1);
      const deleted = (row[j - 1] as number) + 1;
      if (deleted < cell) cell = deleted;
      const inserted = j - depth < most ? (above[j] as number) + 1 : none;
      if (inserted < cell) cell = inserted;
      if (depth > 1 && j > 1 && word.charCodeAt(j - 2) === char && word.charCodeAt(j - 1) === charBefore) {
        const swapped = ((rows[depth - 2] as Uint8Array)[j - 2] as number) + 1;
        if (swapped < cell) cell = swapped;
      }
      row[j] = cell < none ? cell : none;
      if (cell < least) least = cell;
    }
    if (high < length) row[high + 1] = none;
    return least;
  };

  /** Walks the nodes of one depth from `node` to `end`. `best` is the least distance of any prefix so far, if prefixes match. */
  const walk = (node: number, end: number, depth: number, charBefore: number, best: number): void => {
    for (let child = node; child < end; child = ends[child] as number) {
      const char = letters[child] as number;
      const reachable = fill(depth, char, charBefore) <= most;
      const here = depth >= length - most && depth <= length + most ? ((rows[depth] as Uint8Array)[length] as number) : none;
      const start = prefix && here < best ? here : best;
      const subtreeEnd = ends[child] as number;
      const from = firstTerms[child] as number;
      if (!reachable || depth >= length + most || (prefix && start === 0)) {
        if (prefix) emit(from, firstTerms[subtreeEnd] as number, start);
        else if (isTerm(dictionary, child)) emit(from, from + 1, here);
        continue;
      }
      if (isTerm(dictionary, child)) emit(from, from + 1, prefix ? start : here);
      walk(child + 1, subtreeEnd, depth + 1, char, start);
    }
  };

  walk(0, letters.length, 1, 0, prefix && length <= most ? length : none);
  return found;
};
