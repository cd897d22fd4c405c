import { describe, expect, test } from 'vitest';
import { generateOffers } from './generate-offers.ts';
import { judgedQueries, scoresOf } from './relevance-judgements.ts';

describe('scoresOf', () => {
  test.each([
    { name: 'the one relevant first', found: ['a', 'b'], relevant: ['a'], scores: { hit1: 1, hit10: 1, mrr: 1, ndcg10: 1 } },
    { name: 'it third', found: ['b', 'c', 'a'], relevant: ['a'], scores: { hit1: 0, hit10: 1, mrr: 1 / 3, ndcg10: 0.5 } },
    { name: 'it nowhere', found: ['b'], relevant: ['a'], scores: { hit1: 0, hit10: 0, mrr: 0, ndcg10: 0 } },
    { name: 'two of two', found: ['a', 'b'], relevant: ['a', 'b'], scores: { hit1: 1, hit10: 1, mrr: 1, ndcg10: 1 } },
  ])('$name', ({ found, relevant, scores }) => {
    expect(scoresOf(found, new Set(relevant))).toEqual(scores);
  });
});

test('draws queries with an answer among the documents, and the same ones for the same seed', () => {
  const documents = generateOffers(300);
  const queries = judgedQueries(documents, 5);
  expect(new Set(queries.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(7);
  for (const { relevant, query } of queries) expect([relevant.size > 0, query !== '']).toEqual([true, true]);
  expect(judgedQueries(documents, 5).map(({ query }) => query)).toEqual(queries.map(({ query }) => query));
});
