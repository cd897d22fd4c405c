/**
 * The terms of a segment as a trie in three typed arrays. Nodes are in preorder and siblings in letter order. Terms are therefore sorted,
 * and a subtree or a common prefix is a range of terms.
 */

/** A range of term indexes whose terms have the same number of typos. */
export interface TermRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly typos: number;
}

export interface TermDictionary {
  /** Letter that leads to a node. */
  readonly letters: Uint16Array;
  /** The node after the subtree of a node. */
  readonly ends: Uint32Array;
  /** The first term in or after a node. Has one more entry than nodes. */
  readonly firstTerms: Uint32Array;
}

const sharedLength = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
};

/** Terms between two pauses. */
const SLICE = 10_000;

/**
 * Builds the trie. Pauses between slices of work.
 * @param terms distinct, sorted by UTF-16 units
 */
export function* buildDictionary(terms: readonly string[]): Generator<void, TermDictionary> {
  let nodes = 0;
  for (let t = 0; t < terms.length; t++) {
    nodes += (terms[t] as string).length - sharedLength(terms[t - 1] ?? '', terms[t] as string);
    if (t % SLICE === 0) yield;
  }
  const chars = new Uint16Array(nodes);
  const ends = new Uint32Array(nodes);
  const firstTerms = new Uint32Array(nodes + 1);
  const path: number[] = [];
  let node = 0;
  for (let t = 0; t < terms.length; t++) {
    const term = terms[t] as string;
    const shared = sharedLength(terms[t - 1] ?? '', term);
    while (path.length > shared) ends[path.pop() as number] = node;
    for (let depth = shared; depth < term.length; depth++) {
      chars[node] = term.charCodeAt(depth);
      firstTerms[node] = t;
      path.push(node++);
    }
    if (t % SLICE === 0) yield;
  }
  while (path.length > 0) ends[path.pop() as number] = node;
  firstTerms[nodes] = terms.length;
  return { letters: chars, ends, firstTerms };
}

/** Returns true if a term ends at a node. It sorts before longer terms with this prefix. */
export const isTerm = ({ firstTerms }: TermDictionary, node: number): boolean => firstTerms[node + 1] !== firstTerms[node];

/** Returns the node of a word that is not empty, or -1 if no term has this prefix. */
const nodeOf = ({ letters, ends }: TermDictionary, word: string): number => {
  let node = 0;
  let end = letters.length;
  for (let depth = 0; ; ) {
    const char = word.charCodeAt(depth);
    while (node < end && letters[node] !== char) node = ends[node] as number;
    if (node >= end) return -1;
    if (++depth === word.length) return node;
    end = ends[node] as number;
    node++;
  }
};

/** Returns the index of a term, or -1. */
export const findTerm = (dictionary: TermDictionary, word: string): number => {
  const node = word === '' ? -1 : nodeOf(dictionary, word);
  return node >= 0 && isTerm(dictionary, node) ? (dictionary.firstTerms[node] as number) : -1;
};

/** Returns the range of terms that start with a word. */
export const findPrefix = (dictionary: TermDictionary, word: string): TermRange => {
  const { ends, firstTerms } = dictionary;
  if (word === '') return { from: 0, to: firstTerms.at(-1) ?? 0, typos: 0 };
  const node = nodeOf(dictionary, word);
  if (node < 0) return { from: 0, to: 0, typos: 0 };
  return { from: firstTerms[node] as number, to: firstTerms[ends[node] as number] as number, typos: 0 };
};
