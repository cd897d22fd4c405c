/** Finds the documents of a segment that a query plan matches, with their running costs. */
import { findSimilar } from './fuzzy-terms.ts';
import type { Postings } from './postings.ts';
import type { Alternative, QueryPlan, QueryToken } from './query-plan.ts';
import { IN_TITLE, INEXACT, TYPO } from './relevance.ts';
import { findPrefix, findTerm } from './term-dictionary.ts';
import { TypoAccumulator } from './typo-accumulator.ts';

export interface MatchOptions {
  /** True if typos are allowed. */
  readonly typos: boolean;
  /** True if one matching segment of the plan is enough. */
  readonly anySegment: boolean;
  /** Bits of the fields to search. */
  readonly fields: number;
  /** `fieldCosts` of the schema. */
  readonly fieldCosts: Int32Array;
}

/** Memory that all searches of a segment reuse. */
export interface MatchMemory {
  readonly whole: TypoAccumulator;
  readonly phrase: TypoAccumulator;
}

export const createMatchMemory = (documents: number): MatchMemory => ({
  whole: new TypoAccumulator(documents),
  phrase: new TypoAccumulator(documents),
});

/** Adds the postings of a range of terms to the current step. */
const addRun = (
  tally: TypoAccumulator,
  postings: Postings,
  run: { readonly from: number; readonly to: number },
  cost: number,
  { fields: allowed, fieldCosts }: MatchOptions,
): void => {
  const { starts, documents, fields } = postings;
  const end = starts[run.to] as number;
  for (let p = starts[run.from] as number; p < end; p++) {
    const where = (fields[p] as number) & allowed;
    if (where !== 0) tally.add(documents[p] as number, cost + (fieldCosts[where] as number));
  }
};

const addWord = (tally: TypoAccumulator, postings: Postings, word: QueryToken, cost: number, options: MatchOptions): void => {
  const { dictionary } = postings;
  const exact = findTerm(dictionary, word.text);
  if (exact >= 0) addRun(tally, postings, { from: exact, to: exact + 1 }, cost, options);
  if (options.typos && word.typos > 0) {
    for (const run of findSimilar(dictionary, word.text, word.typos, word.prefix)) {
      if (run.typos > 0 || word.prefix) addRun(tally, postings, run, cost + run.typos * TYPO + INEXACT, options);
    }
  } else if (word.prefix) {
    addRun(tally, postings, findPrefix(dictionary, word.text), cost + INEXACT, options);
  }
};

/** Adds the documents that contain every word of an alternative. */
const addAlternative = (cache: MatchMemory, postings: Postings, { words, synonym }: Alternative, options: MatchOptions): void => {
  const cost = synonym ? INEXACT : 0;
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) {
    addWord(cache.whole, postings, only, cost, options);
    return;
  }
  const { phrase } = cache;
  phrase.start(words.length, false);
  for (const word of words) {
    phrase.step();
    addWord(phrase, postings, word, 0, options);
  }
  for (let i = 0; i < phrase.count; i++) {
    const document = phrase.documents[i] as number;
    cache.whole.add(document, cost + (phrase.costs[document] as number));
  }
};

/** Rewards documents that match anyway for having an optional word in their title. */
const addOptional = (tally: TypoAccumulator, postings: Postings, text: string, mark: number, { fieldCosts }: MatchOptions): void => {
  const term = findTerm(postings.dictionary, text);
  if (term < 0) return;
  for (let p = postings.starts[term] as number; p < (postings.starts[term + 1] as number); p++) {
    if ((fieldCosts[postings.fields[p] as number] as number) >= IN_TITLE) tally.reward(postings.documents[p] as number, IN_TITLE, mark);
  }
};

/**
 * Matches a plan of at least one segment. The result is part of the memory and valid until the next search of this segment: the first
 * `count` of `documents` are those found, unordered. `costs` and `found` are indexed by document.
 */
export const matchPlan = (postings: Postings, cache: MatchMemory, plan: QueryPlan, options: MatchOptions): TypoAccumulator => {
  const { whole } = cache;
  const required = plan.filter((segment) => segment.required);
  whole.start(required.length, options.anySegment);
  for (const segment of required) {
    whole.step();
    for (const alternative of segment.alternatives) addAlternative(cache, postings, alternative, options);
  }
  plan
    .filter((segment) => !segment.required)
    .forEach((segment, index) => {
      addOptional(whole, postings, segment.alternatives[0]?.words[0]?.text ?? '', index + 1, options);
    });
  return whole;
};
