/** Finds the documents of a segment that a query plan matches, with their running costs (relevance.ts). */

import { findSimilar } from './fuzzy-terms.ts';
import type { Postings } from './postings.ts';
import type { Alternative, QueryPlan, QueryToken } from './query-plan.ts';
import { FIELD_COSTS, IN_TITLE, INEXACT, TYPO } from './relevance.ts';
import { findPrefix, findTerm } from './term-dictionary.ts';
import { TypoAccumulator } from './typo-accumulator.ts';

export interface MatchOptions {
  /** Whether typos are looked for at all. */
  readonly typos: boolean;
  /** Whether one segment is enough, for a query that matches nothing as a whole. */
  readonly anySegment: boolean;
  /** Bits of the fields looked in. */
  readonly fields: number;
}

/** Memory of one segment's searches, used again by each. */
export interface MatchMemory {
  readonly whole: TypoAccumulator;
  readonly phrase: TypoAccumulator;
}

export const matchMemory = (documents: number): MatchMemory => ({
  whole: new TypoAccumulator(documents),
  phrase: new TypoAccumulator(documents),
});

/** Adds the postings of a run of terms to the step under way. */
const addRun = (tally: TypoAccumulator, postings: Postings, from: number, to: number, cost: number, allowed: number): void => {
  const { starts, documents, fields } = postings;
  const end = starts[to] as number;
  for (let p = starts[from] as number; p < end; p++) {
    const where = (fields[p] as number) & allowed;
    if (where !== 0) tally.add(documents[p] as number, cost + (FIELD_COSTS[where] as number));
  }
};

const addWord = (tally: TypoAccumulator, postings: Postings, word: QueryToken, cost: number, { typos, fields }: MatchOptions): void => {
  const { dictionary } = postings;
  const exact = findTerm(dictionary, word.text);
  if (exact >= 0) addRun(tally, postings, exact, exact + 1, cost, fields);
  if (typos && word.typos > 0) {
    for (const run of findSimilar(dictionary, word.text, word.typos, word.prefix)) {
      if (run.typos > 0 || word.prefix) addRun(tally, postings, run.from, run.to, cost + run.typos * TYPO + INEXACT, fields);
    }
  } else if (word.prefix) {
    const run = findPrefix(dictionary, word.text);
    addRun(tally, postings, run.from, run.to, cost + INEXACT, fields);
  }
};

/** Adds the documents that contain every word of an alternative. */
const addAlternative = (memory: MatchMemory, postings: Postings, { words, synonym }: Alternative, options: MatchOptions): void => {
  const cost = synonym ? INEXACT : 0;
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) {
    addWord(memory.whole, postings, only, cost, options);
    return;
  }
  const { phrase } = memory;
  phrase.start(words.length, false);
  for (const word of words) {
    phrase.step();
    addWord(phrase, postings, word, 0, options);
  }
  for (let i = 0; i < phrase.count; i++) {
    const document = phrase.documents[i] as number;
    memory.whole.add(document, cost + (phrase.costs[document] as number));
  }
};

/** A word that is not asked for counts where it stands in the title of a document that matches anyway. */
const addOptional = (tally: TypoAccumulator, postings: Postings, text: string, mark: number): void => {
  const term = findTerm(postings.dictionary, text);
  if (term < 0) return;
  for (let p = postings.starts[term] as number; p < (postings.starts[term + 1] as number); p++) {
    if ((FIELD_COSTS[postings.fields[p] as number] as number) >= IN_TITLE) tally.reward(postings.documents[p] as number, IN_TITLE, mark);
  }
};

/**
 * In: the postings, their memory, a plan with at least one segment. Out: the memory's tally; it stands until the next search of
 * this segment. `documents` up to `count` are those found, in no order; `costs` and `found` are by document.
 */
export const matchPlan = (postings: Postings, memory: MatchMemory, plan: QueryPlan, options: MatchOptions): TypoAccumulator => {
  const { whole } = memory;
  const required = plan.filter((segment) => segment.required);
  whole.start(required.length, options.anySegment);
  for (const segment of required) {
    whole.step();
    for (const alternative of segment.alternatives) addAlternative(memory, postings, alternative, options);
  }
  plan
    .filter((segment) => !segment.required)
    .forEach((segment, index) => {
      addOptional(whole, postings, segment.alternatives[0]?.words[0]?.text ?? '', index + 1);
    });
  return whole;
};
