/** Sample documents for tests: books with a schema. */
import type { Eligibility, IndexSchema } from '../index.ts';

export interface Book {
  readonly objectID: string;
  readonly title: string;
  readonly author: string;
  readonly subjects: readonly string[];
  readonly language: string;
  readonly year: number | null;
  readonly price: number;
  readonly loans: number;
  /** True if only staff may see the book. */
  readonly restricted: boolean;
}

export const BOOK_SCHEMA: IndexSchema<Book> = {
  textFields: [
    { name: 'title', cost: 0, title: true, read: (book) => [book.title] },
    { name: 'author', cost: 0, title: true, read: (book) => [book.author] },
    { name: 'subjects', cost: 2, title: false, read: (book) => book.subjects },
  ],
  textKeys: ['title', 'author', 'subjects'],
  facets: { subjects: (book) => book.subjects, language: (book) => book.language, year: (book) => book.year },
  statistics: ['year'],
  numbers: { price: (book) => book.price, year: (book) => book.year ?? Number.NaN },
  sharedKeys: ['subjects', 'language', 'restricted'],
  order: [
    { kind: 'number', descending: true, read: (book) => book.loans },
    { kind: 'text', read: (book) => book.title },
  ],
  sorts: {
    cheapest: { descending: false, read: (book) => Math.round(book.price * 100) },
    dearest: { descending: true, read: (book) => Math.round(book.price * 100) },
  },
  synonyms: { same: [['sci fi', 'science fiction']], oneWay: [['whodunnit', 'crime']], optional: ['the'] },
  accessBits: (book) => (book.restricted ? 2 : 1),
};

const eligibility = (mask: number): Eligibility => ({ key: mask, allows: (bits) => (bits & mask) !== 0 });
export const READERS = eligibility(1);
export const STAFF = eligibility(3);

export const book = (objectID: string, fields: Partial<Book> = {}): Book => ({
  objectID,
  title: objectID,
  author: '',
  subjects: [],
  language: 'English',
  year: null,
  price: 10,
  loans: 0,
  restricted: false,
  ...fields,
});

const NOUNS = ['river', 'garden', 'winter', 'mirror', 'harbour', 'letter', 'island', 'engine', 'orchard', 'lantern'];
const AUTHORS = ['Ada Moss', 'Bram Oké', 'Clara Voss', 'Dineo Khumalo', 'Émile Roux'];
const SUBJECTS = ['Crime', 'Poetry', 'Travel', 'Science fiction', 'Cookery'];
const LANGUAGES = ['English', 'French', 'Dutch'];

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;

/** Generates books with the ids `book-0`, `book-1` and so on. The same count returns the same books. */
export const generateBooks = (count: number): Book[] =>
  Array.from({ length: count }, (_, n) =>
    book(`book-${n}`, {
      title: `The ${pick(NOUNS, n * 7)} ${pick(NOUNS, n * 3 + 1)} ${n % 13}`,
      author: pick(AUTHORS, n * 5 + (n >> 2)),
      subjects: SUBJECTS.filter((_subject, s) => (n >> s) % 3 === 0),
      language: pick(LANGUAGES, n >> 1),
      year: n % 9 === 0 ? null : 1900 + (n % 120),
      price: 5 + ((n * 37) % 90),
      loans: (n * 17) % 50,
      restricted: n % 11 === 0,
    }),
  );
