/**
 * Edit distance where an insertion, a deletion, a substitution or a transposition of neighbours each count as one
 * (optimal string alignment). Letters are UTF-16 units of folded words.
 */
const rowsOf = (length: number): [number[], number[], number[]] => [
  Array(length + 1),
  Array.from({ length: length + 1 }, (_, j) => j),
  Array(length + 1),
];

/** Calls `visit(i, row)` with the distances between the first `i` letters of `text` and every start of `word`. */
const walk = (word: string, text: string, visit: (i: number, row: readonly number[]) => void): void => {
  let [before, last, row] = rowsOf(word.length);
  visit(0, last);
  for (let i = 1; i <= text.length; i++) {
    row[0] = i;
    for (let j = 1; j <= word.length; j++) {
      const same = text[i - 1] === word[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && text[i - 1] === word[j - 2] && text[i - 2] === word[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row[j] = least;
    }
    visit(i, row);
    [before, last, row] = [last, row, before];
  }
};

/** Returns the distance between two words. */
export const editDistance = (word: string, text: string): number => {
  let distance = 0;
  walk(word, text, (_, row) => {
    distance = row[word.length] ?? 0;
  });
  return distance;
};

/** Returns the distance between a word and the prefix of `text` that is nearest to it. */
export const prefixDistance = (word: string, text: string): number => {
  let distance = word.length;
  walk(word, text, (_, row) => {
    distance = Math.min(distance, row[word.length] ?? distance);
  });
  return distance;
};
