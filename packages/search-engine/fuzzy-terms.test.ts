import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, prefixDistance } from './edit-distance.ts';
import { findSimilar } from './fuzzy-terms.ts';
import { runToEnd } from './segment-store.ts';
import { buildDictionary, findPrefix, findTerm } from './term-dictionary.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'z', 'é'), minLength: 1, maxLength: 9 });
const sortedTerms = fc.uniqueArray(word, { maxLength: 60 }).map((terms) => terms.sort());

describe('edit distance', () => {
  test.each([
    ['shiraz', 'shiraz', 0],
    ['shriaz', 'shiraz', 1],
    ['shirz', 'shiraz', 1],
    ['shirazz', 'shiraz', 1],
    ['shiras', 'shiraz', 1],
    ['hsiarz', 'shiraz', 2],
    ['', 'gin', 3],
  ])('%s and %s are %i edits apart', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  test.each([
    ['chard', 'chardonnay', 0],
    ['chrad', 'chardonnay', 1],
    ['chatd', 'chardonnay', 1],
    ['charxo', 'chardonnay', 1],
  ])('%s is %s up to %i typos at its start', (typed, text, distance) => {
    expect(prefixDistance(typed, text)).toBe(distance);
  });
});

describe('a term dictionary', () => {
  test('finds terms and starts of terms', () => {
    fc.assert(
      fc.property(sortedTerms, word, (terms, looked) => {
        const dictionary = runToEnd(buildDictionary(terms));
        expect(findTerm(dictionary, looked)).toBe(terms.indexOf(looked));
        const { from, to } = findPrefix(dictionary, looked);
        expect(terms.slice(from, to)).toEqual(terms.filter((term) => term.startsWith(looked)));
      }),
    );
  });

  test('finds the terms within some typos, once each, as edit distance says', () => {
    fc.assert(
      fc.property(sortedTerms, word, fc.integer({ min: 0, max: 2 }), fc.boolean(), (terms, looked, most, prefix) => {
        const distance = prefix ? prefixDistance : editDistance;
        const expected = terms.map((term) => [term, distance(looked, term)]).filter(([, typos]) => Number(typos) <= most);
        const found = findSimilar(runToEnd(buildDictionary(terms)), looked, most, prefix)
          .flatMap(({ from, to, typos }) => terms.slice(from, to).map((term) => [term, typos] as const))
          .sort(([a], [b]) => (a < b ? -1 : 1));
        expect(found).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
