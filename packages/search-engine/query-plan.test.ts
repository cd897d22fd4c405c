import { describe, expect, test } from 'vitest';
import { allowedTypos, planQuery, type QueryPlan } from './query-plan.ts';
import { compileSynonyms } from './synonyms.ts';

const synonyms = compileSynonyms({
  same: [
    ['cabernet sauvignon', 'cab sav'],
    ['shiraz', 'syrah'],
  ],
  oneWay: [['cab', 'cabernet']],
  optional: ['the'],
});

/**
 * `word~1*` allows one typo and matches prefixes. Bars separate alternatives, semicolons separate segments, brackets mark optional ones.
 */
const written = (plan: QueryPlan): string =>
  plan
    .map(({ alternatives, required }) => {
      const text = alternatives
        .map(({ words }) =>
          words.map(({ text: word, typos, prefix }) => word + (typos > 0 ? `~${typos}` : '') + (prefix ? '*' : '')).join(' '),
        )
        .join(' | ');
      return required ? text : `(${text})`;
    })
    .join('; ');

describe('a query', () => {
  test.each([
    ['', ''],
    ['  ?! ', ''],
    ['Penfolds Bin 389', 'penfolds~2; bin; 389*'],
    ['shiraz', 'shiraz~1* | syrah'],
    ['old cab sav', 'old; cab sav* | cabernet sauvignon'],
    ['cab franc', 'cab | cabernet; franc~1*'],
    ["d'Arenberg red", 'd arenberg~2 | darenberg~2; red*'],
    ['the dead arm', '(the); dead~1; arm*'],
    ['the', 'the*'],
    ['red red wine', 'red; wine~1*'],
  ])('%s is compiled to %s', (query, plan) => {
    expect(written(planQuery(query, { prefix: 'last', synonyms }))).toBe(plan);
  });

  test.each([
    ['all', 'old*; port~1*'],
    ['none', 'old; port~1'],
  ] as const)('matches prefixes: %s', (prefix, plan) => {
    expect(written(planQuery('old port', { prefix, synonyms }))).toBe(plan);
  });

  test('has a limited length, however long the text is', () => {
    const long = Array.from({ length: 500 }, (_, n) => `word${n}`).join(' ');
    expect(planQuery(long, { prefix: 'last', synonyms })).toHaveLength(24);
  });
});

describe('typo tolerance', () => {
  test.each([
    ['gin', 0],
    ['port', 1],
    ['merlot', 1],
    ['riesling', 2],
    ['2012', 0],
    ['bin389', 0],
  ])('in %s: %i', (word, typos) => {
    expect(allowedTypos(word)).toBe(typos);
  });
});
