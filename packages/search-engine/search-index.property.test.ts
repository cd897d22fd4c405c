/** Compares pages, counts, statistics and orders with a search that filters and sorts a list of books. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Condition, compares, createIndex, type Filter, hasValue, isBetween, type SearchRequest } from './index.ts';
import { BOOK_SCHEMA, type Book, generateBooks, READERS, STAFF } from './testing/books.ts';

const FACETS = ['subjects', 'language', 'year'] as const;
type Facet = (typeof FACETS)[number];
const BOUNDS = [0, 20, 40, 60];

const valuesOf = (book: Book, facet: string): string[] => [BOOK_SCHEMA.facets[facet]?.(book) ?? []].flat().map(String);

const holds = (book: Book, condition: Condition): boolean => {
  if (condition.kind === 'value') {
    const own = condition.attribute === 'objectID' ? [book.objectID] : valuesOf(book, condition.attribute);
    return own.some((value) => value.toLowerCase() === condition.value.toLowerCase()) !== condition.negated;
  }
  const number = BOOK_SCHEMA.numbers[condition.attribute]?.(book) ?? Number.NaN;
  const isAbove = condition.lowOpen ? number > condition.low : number >= condition.low;
  const isBelow = condition.highOpen ? number < condition.high : number <= condition.high;
  return (isAbove && isBelow) !== condition.negated;
};

const passes = (book: Book, filter: Filter): boolean => filter.every((clause) => clause.some((condition) => holds(book, condition)));

const byDefault = (a: Book, b: Book): number =>
  b.loans - a.loans || (a.title < b.title ? -1 : a.title > b.title ? 1 : a.objectID < b.objectID ? -1 : 1);
const ORDERS: Readonly<Record<string, (a: Book, b: Book) => number>> = {
  default: byDefault,
  cheapest: (a, b) => a.price - b.price || byDefault(a, b),
  dearest: (a, b) => b.price - a.price || byDefault(a, b),
};

/** Returns what a search without a query must return. */
function expectedOf(books: readonly Book[], request: SearchRequest) {
  const { eligibility, filter = [], within = [], disjunctive = [], sort = 'default', nearest, page = 0, hitsPerPage = 0 } = request;
  const eligible = books.filter((book) => eligibility.allows(BOOK_SCHEMA.accessBits(book)) && passes(book, within));
  const countedFor = (attribute: string) => {
    const others = filter.filter((clause) => !disjunctive.includes(attribute) || clause.some((each) => each.attribute !== attribute));
    return eligible.filter((book) => passes(book, others));
  };
  const hits = eligible.filter((book) => passes(book, filter)).sort(ORDERS[sort]);
  const listed = nearest
    ? hits.slice(0, nearest.among).sort((a, b) => Math.abs(a.price - nearest.number) - Math.abs(b.price - nearest.number))
    : hits;
  const facets = FACETS.map((facet: Facet) => {
    const counts = new Map<string, number>();
    for (const book of countedFor(facet)) for (const value of valuesOf(book, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const sorted = Array.from(counts, ([value, count]) => ({ value, count })).sort(
      (a, b) => b.count - a.count || (a.value < b.value ? -1 : 1),
    );
    return [facet, sorted.slice(0, request.maxValuesPerFacet)] as const;
  });
  const years = countedFor('year').flatMap(({ year }) => (year === null ? [] : [year]));
  const sum = years.reduce((total, year) => total + year, 0);
  const prices = countedFor('price').map(({ price }) => price);
  const max = Math.max(...prices);
  return {
    ids: listed.slice(page * hitsPerPage, (page + 1) * hitsPerPage).map(({ objectID }) => objectID),
    nbHits: hits.length,
    facets: Object.fromEntries(facets),
    stats: years.length === 0 ? undefined : { min: Math.min(...years), max: Math.max(...years), sum, avg: sum / years.length },
    histogram:
      prices.length === 0
        ? null
        : {
            bounds: BOUNDS,
            counts: BOUNDS.map((bound, n) => prices.filter((price) => price >= bound && price < (BOUNDS[n + 1] ?? 1_000)).length),
            min: Math.min(...prices),
            max,
            countAtMax: prices.filter((price) => price === max).length,
          },
  };
}

const books = generateBooks(300);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .record({ facet: fc.constantFrom(...FACETS), pick: fc.nat(299), negated: fc.boolean() })
    .map(({ facet, pick, negated }) => hasValue(facet, (valuesOf(books[pick] as Book, facet)[0] ?? 'none').toUpperCase(), negated)),
  fc
    .record({ low: fc.nat(95), high: fc.nat(95), negated: fc.boolean() })
    .map(({ low, high, negated }) => isBetween('price', low, high, negated)),
  fc.integer({ min: 1895, max: 2025 }).map((year) => compares('year', '>=', year)),
  fc.record({ n: fc.nat(310), negated: fc.boolean() }).map(({ n, negated }) => hasValue('objectID', `book-${n}`, negated)),
);
const filter = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 3 });
const request = fc.record({
  eligibility: fc.constantFrom(READERS, STAFF),
  filter,
  within: filter.map((clauses) => clauses.slice(0, 1)),
  disjunctive: fc.subarray([...FACETS, 'price']),
  sort: fc.constantFrom('default', 'cheapest', 'dearest'),
  nearest: fc.option(fc.record({ attribute: fc.constant('price'), number: fc.nat(100), among: fc.integer({ min: 1, max: 80 }) }), {
    nil: undefined,
    freq: 4,
  }),
  page: fc.nat(12),
  hitsPerPage: fc.integer({ min: 1, max: 40 }),
  maxValuesPerFacet: fc.constantFrom(1, 3, 1_000),
});
const change = fc.record({ put: fc.array(fc.nat(349), { maxLength: 25 }), remove: fc.array(fc.nat(299), { maxLength: 25 }) });
const changed = generateBooks(350).map((book, n) => ({ ...book, price: book.price + 0.5, year: n % 5 === 0 ? 2000 + n : book.year }));

test('an index returns what a search of a list returns, before and after changes', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), fc.array(request, { minLength: 1, maxLength: 4 }), (changes, requests) => {
      const index = createIndex(BOOK_SCHEMA, books);
      const current = new Map(books.map((book) => [book.objectID, book]));
      for (const { put, remove } of [{ put: [], remove: [] }, ...changes]) {
        const added = put.map((n) => changed[n] as Book);
        index.update({ put: added, remove: remove.map((n) => `book-${n}`) });
        for (const n of remove) current.delete(`book-${n}`);
        for (const book of added) current.set(book.objectID, book);
        for (const each of requests) {
          const { nearest, ...rest } = each;
          const asked = { ...rest, ...(nearest && { nearest }), facets: FACETS, histogram: { attribute: 'price', bounds: BOUNDS } };
          const response = index.search(asked);

          expect({
            ids: response.hits.map(({ objectID }) => objectID),
            nbHits: response.nbHits,
            facets: Object.fromEntries(response.facets),
            stats: response.facetsStats.get('year'),
            histogram: response.histogram,
          }).toEqual(expectedOf([...current.values()], asked));
        }
      }
    }),
    { numRuns: 100 },
  );
});
