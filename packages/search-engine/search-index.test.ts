import { describe, expect, test } from 'vitest';
import {
  compares,
  createIndex,
  hasValue,
  IndexBuilder,
  isBetween,
  openIndex,
  type SearchIndex,
  type SearchRequest,
  searchFacetValues,
} from './index.ts';
import { BOOK_SCHEMA, type Book, book, generateBooks, READERS, STAFF } from './testing/books.ts';

const LIBRARY = [
  book('emma', { title: 'Emma', author: 'Jane Austen', subjects: ['Romance'], year: 1815, price: 12, loans: 5 }),
  book('dune', { title: 'Dune', author: 'Frank Herbert', subjects: ['Science fiction'], year: 1965, price: 20, loans: 9 }),
  book('hound', { title: 'The Hound of the Baskervilles', author: 'Arthur Conan Doyle', subjects: ['Crime'], year: 1902, price: 8 }),
  book('etranger', { title: 'L’Étranger', author: 'Albert Camus', subjects: ['Crime'], language: 'French', year: 1942, price: 15 }),
  book('ledger', { title: 'Emma’s ledger', author: 'Library', subjects: ['Accounts'], restricted: true }),
];
const index = createIndex(BOOK_SCHEMA, LIBRARY);
const ids = (request: Partial<SearchRequest>, from: SearchIndex<Book> = index) =>
  from.search({ eligibility: READERS, ...request }).hits.map((hit) => hit.objectID);

describe('a search', () => {
  test.each([
    ['in default order without a query', {}, ['dune', 'emma', 'etranger', 'hound']],
    ['by a word', { query: 'dune' }, ['dune']],
    ['by a prefix', { query: 'bask' }, ['hound']],
    ['without accents', { query: 'etranger' }, ['etranger']],
    ['with a typo', { query: 'austne' }, ['emma']],
    ['by a synonym', { query: 'sci fi' }, ['dune']],
    ['by a one-way synonym, in default order', { query: 'whodunnit' }, ['etranger', 'hound']],
    ['in one field only', { query: 'crime', fields: ['title'] }, []],
    ['by a filter on a value, ignoring case', { filter: [[hasValue('language', 'FRENCH')]] }, ['etranger']],
    ['by a range', { filter: [[isBetween('price', 12, 20)]] }, ['dune', 'emma', 'etranger']],
    ['in a named order', { sort: 'cheapest' }, ['hound', 'emma', 'etranger', 'dune']],
    ['in the reverse order', { sort: 'dearest' }, ['dune', 'etranger', 'emma', 'hound']],
  ])('finds books %s', (_, request, expected) => {
    expect(ids(request)).toEqual(expected);
  });

  test('never returns or counts documents that are not eligible', () => {
    expect(ids({ query: 'emma' })).toEqual(['emma']);
    expect(index.search({ eligibility: READERS, facets: ['subjects'] }).facets.get('subjects')).not.toContainEqual({
      value: 'Accounts',
      count: 1,
    });
    expect(index.get('ledger', READERS)).toBeUndefined();
    expect(ids({ query: 'emma', eligibility: STAFF })).toEqual(['emma', 'ledger']);
  });

  test('counts values and computes statistics', () => {
    const { facets, facetsStats } = index.search({ eligibility: READERS, facets: ['subjects', 'year', 'title'] });

    expect(facets.get('subjects')?.[0]).toEqual({ value: 'Crime', count: 2 });
    expect(facetsStats.get('year')).toMatchObject({ min: 1815, max: 1965 });
    expect([...facets.keys()]).toEqual(['subjects', 'year']);
  });

  test('counts a disjunctive facet as if its own filter were not set', () => {
    const { facets } = index.search({
      eligibility: READERS,
      filter: [[hasValue('language', 'French')]],
      facets: ['language'],
      disjunctive: ['language'],
    });

    expect(facets.get('language')).toEqual([
      { value: 'English', count: 3 },
      { value: 'French', count: 1 },
    ]);
  });

  test.each([
    ['a negated one', [hasValue('language', 'French')], [hasValue('language', 'French', true)]],
    ['one of another attribute', [hasValue('language', 'Crime')], [hasValue('subjects', 'Crime')]],
    ['two of one', [hasValue('subjects', 'Crime","Romance')], [hasValue('subjects', 'Crime'), hasValue('subjects', 'Romance')]],
    ['an open bound', [compares('price', '>=', 12)], [compares('price', '>', 12)]],
    ['another bound', [compares('price', '>', Number.POSITIVE_INFINITY)], [compares('price', '>', Number.NEGATIVE_INFINITY)]],
    ['a range of a value', [hasValue('year', '1942')], [compares('year', '=', 1942), compares('year', '=', 1965)]],
  ])('distinguishes a condition that it has evaluated before from %s', (_, evaluated, clause) => {
    const fresh = createIndex(BOOK_SCHEMA, LIBRARY);
    const expected = ids({ filter: [clause] }, createIndex(BOOK_SCHEMA, LIBRARY));
    ids({ filter: [evaluated] }, fresh);

    expect(ids({ filter: [clause] }, fresh)).toEqual(expected);
  });

  test('rejects a sort order that the schema does not have', () => {
    expect(() => ids({ sort: 'toString' })).toThrow('The schema has no sort order toString.');
  });
});

test('finds and highlights facet values', () => {
  const found = searchFacetValues(index, {
    attribute: 'subjects',
    facetQuery: 'fict',
    within: { eligibility: READERS },
    tags: { preTag: '[', postTag: ']' },
  });

  expect(found).toEqual([{ value: 'Science fiction', count: 1, highlighted: 'Science [fict]ion' }]);
});

/** Everything that an index returns: hits in several orders, and all facets, for whole, begun and misspelt words. */
const answersOf = (index: SearchIndex<Book>) =>
  ['', 'river', 'gard', 'harbuor', 'Émile', 'zyzzyva'].flatMap((query) =>
    ['default', 'dearest'].map((sort) => {
      const { plan: _, ...response } = index.search({ eligibility: STAFF, query, sort, facets: Object.keys(BOOK_SCHEMA.facets) });
      return response;
    }),
  );

describe('an index', () => {
  const books = generateBooks(300);
  const [plain] = books as [Book];

  test('returns the same after changes, merges and a restored image as an index built from the result', () => {
    const changed = books.slice(100, 180).map((each) => ({ ...each, title: `${each.title} revised`, price: each.price + 1 }));
    const expected = createIndex(BOOK_SCHEMA, [...books.slice(50, 100), ...changed, ...books.slice(180)]);
    let current = createIndex(BOOK_SCHEMA, books, { mergeThreshold: 10 });
    const remove = books.slice(0, 50).map((each) => each.objectID);
    current.update({ put: changed, remove });
    expect(answersOf(current)).toEqual(answersOf(expected));
    current = openIndex(BOOK_SCHEMA, structuredClone(current.image()), { mergeThreshold: 10 });
    expect(answersOf(current)).toEqual(answersOf(expected));
    current.tidy();
    current.update({ put: [{ ...plain, objectID: 'late' }] });
    while (current.tidy());
    current.update({ remove: ['late'] });

    expect(answersOf(current)).toEqual(answersOf(expected));
    expect(current.size).toBe(expected.size);
  });

  test('uses the last document of an objectID', () => {
    const both = createIndex(BOOK_SCHEMA, [{ ...plain, title: 'Zyzzyva' }, ...books]);

    expect(answersOf(both)).toEqual(answersOf(createIndex(BOOK_SCHEMA, books)));
  });
});

describe('indexes from sibling builders', () => {
  const books = generateBooks(300);
  const [plain] = books as [Book];

  test('return the same as indexes built alone', () => {
    const first = new IndexBuilder(BOOK_SCHEMA);
    const second = first.sibling();
    const here = books.filter((_, n) => n % 7 !== 0);
    const there = books.filter((_, n) => n % 5 !== 0).map((each) => ({ ...each, price: each.price + 3 }));
    for (const { objectID } of books) {
      for (const each of here) if (each.objectID === objectID) first.add(each);
      for (const each of there) if (each.objectID === objectID) second.add(each);
    }
    const only = { ...plain, objectID: 'only-here', title: 'Zyzzyva', subjects: ['Beetles'] };
    first.add(only);
    const [a, b] = [first.finish(), second.finish()];

    expect(answersOf(a)).toEqual(answersOf(createIndex(BOOK_SCHEMA, [...here, only])));
    expect(answersOf(b)).toEqual(answersOf(createIndex(BOOK_SCHEMA, there)));
  });

  test('change independently', () => {
    const first = new IndexBuilder(BOOK_SCHEMA);
    const second = first.sibling();
    for (const each of books) {
      first.add(each);
      second.add(each);
    }
    const [a, b] = [first.finish({ mergeThreshold: 1 }), second.finish()];
    const before = answersOf(b);
    a.update({ put: [{ ...plain, objectID: 'new', author: 'Nobody', subjects: ['Unheard of'] }], remove: [plain.objectID] });
    while (a.tidy());

    expect(a.size).toBe(books.length);
    expect(answersOf(b)).toEqual(before);
  });
});
