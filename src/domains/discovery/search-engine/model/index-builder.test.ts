import { describe, expect, test } from 'vitest';
import { generateOffers } from '#tests/bench/generate-offers.ts';
import { compileAudience } from './audience.ts';
import { FACET_ATTRIBUTES, SEARCHED_FIELDS, SEARCHED_KEYS, type SearchDocument } from './document.ts';
import { createIndex, IndexBuilder } from './index-builder.ts';
import type { SearchIndex } from './search-index.ts';

const everyone = compileAudience({ territory: 'AU', tiers: 'any', secret: true });
const offers = generateOffers(300, { hidden: 0 });
const [plain] = offers as [SearchDocument];

/** What an index answers: every hit in each order, every facet, and words whole, begun and misspelt. */
const answersOf = (index: SearchIndex) =>
  ['', 'shiraz', 'pino', 'rieslng', 'zweigelt', 'zweigalt'].flatMap((query) =>
    (['default', 'price_asc'] as const).map((sort) => {
      const { plan: _, ...answer } = index.search({ audience: everyone, query, sort, facets: Object.keys(FACET_ATTRIBUTES) });
      return answer;
    }),
  );

describe('two indexes of the same offers, built beside each other', () => {
  test('answer as each does that was built alone', () => {
    // The price and stock are a market's own, some are sold in one alone, and one has words that no other has.
    const here = offers.filter((_, n) => n % 7 !== 0);
    const there = offers
      .filter((_, n) => n % 5 !== 0)
      .map((offer, n) => ({
        ...offer,
        bottlePrice: offer.bottlePrice + 3,
        inventoryStatus: n % 3 === 0 ? 'SOLD_OUT' : offer.inventoryStatus,
      }));
    const only = { ...plain, objectID: 'only-here', name: 'Zweigelt Langenlois', tags: ['Gemischter Satz'] };
    const first = new IndexBuilder();
    const second = first.beside();
    for (const { objectID } of offers) {
      for (const offer of here) if (offer.objectID === objectID) first.add(offer);
      for (const offer of there) if (offer.objectID === objectID) second.add(offer);
    }
    first.add(only);
    const [a, b] = [first.finish(), second.finish()];
    expect(answersOf(a)).toEqual(answersOf(createIndex([...here, only])));
    expect(answersOf(b)).toEqual(answersOf(createIndex(there)));
  });

  test('go on by themselves', () => {
    const first = new IndexBuilder();
    const second = first.beside();
    for (const offer of offers) {
      first.add(offer);
      second.add(offer);
    }
    const [a, b] = [first.finish({ mergeFrom: 1 }), second.finish()];
    const before = answersOf(b);
    a.update({ put: [{ ...plain, objectID: 'new', brand: 'Nobody', tags: ['Unheard of'] }], remove: [plain.objectID] });
    while (a.tidy());
    expect(a.size).toBe(offers.length);
    expect(answersOf(b)).toEqual(before);
  });
});

test('of two documents of one id the last counts, and what only the first said is not found', () => {
  const index = createIndex([{ ...plain, name: 'Zweigelt' }, ...offers]);
  expect(index.size).toBe(offers.length);
  expect(answersOf(index)).toEqual(answersOf(createIndex(offers)));
});

test('documents are told apart by all that is searched', () => {
  const read = new Set<string>();
  const watched = new Proxy(plain, {
    get(target, key) {
      read.add(String(key));
      return Reflect.get(target, key);
    },
  });
  for (const field of SEARCHED_FIELDS) field.read(watched);
  expect([...read].sort()).toEqual([...SEARCHED_KEYS].sort());
});
