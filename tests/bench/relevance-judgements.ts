/**
 * Queries with judgements derived from columns: known items (a title unchanged, without vintage, without accents, with a typo, in
 * another order) and attributes (varietal and region, country and colour, varietal below a price).
 */
import type { SearchDocument } from '#domains/discovery/search/model/search-attributes.ts';
import { type Filter, isBetween } from '#packages/search-engine/index.ts';
import { randomFrom } from './generate-offers.ts';

export interface JudgedQuery {
  readonly kind: string;
  readonly query: string;
  readonly filter: Filter;
  /** Returns true if a document satisfies the filter, for engines that take a function. */
  readonly passes: (document: SearchDocument) => boolean;
  /** Ids of all matching documents. */
  readonly relevant: ReadonlySet<string>;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Misspells a word of five letters or more: omits, doubles, replaces or swaps one letter. */
const misspelt = (text: string, random: () => number): string => {
  const words = text.split(' ');
  const long = words.flatMap((word, index) => (/^\p{L}{5,}$/u.test(word) ? [index] : []));
  const chosen = long[Math.floor(random() * long.length)];
  if (chosen === undefined) return text;
  const word = words[chosen] ?? '';
  const at = 1 + Math.floor(random() * (word.length - 2));
  const email = LETTERS[Math.floor(random() * 26)] ?? 'e';
  const forms = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + email + word.slice(at),
    word.slice(0, at) + email + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ];
  words[chosen] = forms[Math.floor(random() * forms.length)] ?? word;
  return words.join(' ');
};

const shuffled = (text: string, random: () => number): string =>
  text
    .split(' ')
    .map((word) => ({ word, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ word }) => word)
    .join(' ');

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const titleOf = ({ brand, name }: SearchDocument): string => `${brand} ${name}`;
const everything = { filter: [], passes: () => true };

/** Draws a number of queries of each kind. The same seed draws the same ones. */
export function judgedQueries(documents: readonly SearchDocument[], each: number, seed = 11): JudgedQuery[] {
  const random = randomFrom(seed);
  const any = (): SearchDocument => documents[Math.floor(random() * documents.length)] as SearchDocument;
  const relevant = (test: (document: SearchDocument) => boolean): ReadonlySet<string> =>
    new Set(documents.filter(test).map(({ objectID }) => objectID));
  const draw = (kind: string, make: (document: SearchDocument) => Omit<JudgedQuery, 'kind'> | null): JudgedQuery[] => {
    const drawn: JudgedQuery[] = [];
    for (let attempts = 0; drawn.length < each && attempts < each * 50; attempts += 1) {
      const made = make(any());
      if (made && made.relevant.size > 0) drawn.push({ kind, ...made });
    }
    return drawn;
  };
  const sameTitle = (document: SearchDocument) => relevant((other) => titleOf(other) === titleOf(document));
  const sameWine = (document: SearchDocument) =>
    relevant((other) => titleOf(other) === titleOf(document) && other.vintage === document.vintage);
  const isExpected = (kind: string, write: (title: string) => string | null) =>
    draw(kind, (document) => {
      const query = write(`${titleOf(document)} ${document.vintage}`.trim());
      return query === null ? null : { ...everything, query, relevant: sameWine(document) };
    });

  return [
    ...isExpected('title', (title) => title),
    ...draw('title without vintage', (document) => ({ ...everything, query: titleOf(document), relevant: sameTitle(document) })),
    ...isExpected('title without accents', (title) => (plain(title) === title ? null : plain(title))),
    ...isExpected('title with a typo', (title) => misspelt(title, random)),
    ...isExpected('title in another order', (title) => shuffled(title, random)),
    ...draw('variety and region', ({ varietal, region }) =>
      varietal === '' || region === ''
        ? null
        : {
            ...everything,
            query: `${varietal} ${region.split(',')[0]}`,
            relevant: relevant((other) => other.varietal === varietal && other.region === region),
          },
    ),
    ...draw('country and colour', ({ country, category }) => ({
      ...everything,
      query: `${category} ${country}`,
      relevant: relevant((other) => other.country === country && other.category === category),
    })),
    ...draw('variety below a price', ({ varietal, bottlePrice }) => {
      const most = Math.ceil(bottlePrice / 10) * 10;
      const passes = (other: SearchDocument) => other.bottlePrice <= most;
      return varietal === ''
        ? null
        : {
            query: varietal,
            filter: [[isBetween('bottlePrice', 0, most)]],
            passes,
            relevant: relevant((other) => other.varietal === varietal && passes(other)),
          };
    }),
  ];
}

export interface Scores {
  readonly hit1: number;
  readonly hit10: number;
  readonly mrr: number;
  readonly ndcg10: number;
}

/** Scores the first ten ids of an engine, each score from 0 to 1. */
export function scoresOf(found: readonly string[], relevant: ReadonlySet<string>): Scores {
  const gains = found.slice(0, 10).map((id) => (relevant.has(id) ? 1 : 0));
  const first = gains.indexOf(1);
  const discounted = (list: readonly number[]) => list.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
  const ideal = discounted(Array(Math.min(10, relevant.size)).fill(1));
  return {
    hit1: gains[0] ?? 0,
    hit10: first === -1 ? 0 : 1,
    mrr: first === -1 ? 0 : 1 / (first + 1),
    ndcg10: ideal === 0 ? 0 : discounted(gains) / ideal,
  };
}
