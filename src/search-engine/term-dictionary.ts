/**
 * Every word of a segment, sorted, so that the words that share a start stand together; with a trie over them in three typed
 * arrays for the words within one or two typos. Nodes stand in preorder, hence a node's subtree is a range, and so are its terms.
 */

export interface TermRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly typos: number;
}

export interface TermDictionary {
  readonly terms: readonly string[];
  /** Letter that leads to a node. */
  readonly letters: Uint16Array;
  /** The node after a node's subtree. */
  readonly ends: Uint32Array;
  /** The first term in or after a node; one more entry than nodes. */
  readonly firstTerms: Uint32Array;
}

const sharedLength = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
};

/** In: distinct terms, sorted by UTF-16 units. */
export const buildDictionary = (terms: readonly string[]): TermDictionary => {
  let nodes = 0;
  for (let t = 0; t < terms.length; t++) nodes += (terms[t] as string).length - sharedLength(terms[t - 1] ?? '', terms[t] as string);
  const letters = new Uint16Array(nodes);
  const ends = new Uint32Array(nodes);
  const firstTerms = new Uint32Array(nodes + 1);
  const path: number[] = [];
  let node = 0;
  for (let t = 0; t < terms.length; t++) {
    const term = terms[t] as string;
    const shared = sharedLength(terms[t - 1] ?? '', term);
    while (path.length > shared) ends[path.pop() as number] = node;
    for (let depth = shared; depth < term.length; depth++) {
      letters[node] = term.charCodeAt(depth);
      firstTerms[node] = t;
      path.push(node++);
    }
  }
  while (path.length > 0) ends[path.pop() as number] = node;
  firstTerms[nodes] = terms.length;
  return { terms, letters, ends, firstTerms };
};

const lowerBound = (terms: readonly string[], word: string): number => {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The place of a term, -1 when it is not there. */
export const findTerm = ({ terms }: TermDictionary, word: string): number => {
  const place = lowerBound(terms, word);
  return terms[place] === word ? place : -1;
};

/** The terms that start with a word. */
export const findPrefix = ({ terms }: TermDictionary, word: string): TermRange => ({
  from: lowerBound(terms, word),
  to: lowerBound(terms, `${word}\uffff`),
  typos: 0,
});
