/**
 * The inverted index of a segment: for each term the documents that contain it, ascending, and in which fields, in compressed
 * sparse rows. Terms are sorted, so the postings of a range of terms are one run.
 */
import { SEARCHED_FIELDS, type SearchDocument } from './document.ts';
import { DocumentTerms, TermReader } from './document-terms.ts';
import { GrowingArray } from './growing-array.ts';
import { sortInSlices } from './sort-slices.ts';
import { buildDictionary, type TermDictionary } from './term-dictionary.ts';

export interface Postings {
  readonly dictionary: TermDictionary;
  /** Postings of term t stand from `starts[t]` to `starts[t + 1]`. */
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  /** Bit f is set where the term stands in `SEARCHED_FIELDS[f]`. */
  readonly fields: Uint8Array;
  /** Words in brand and name, for how much of them a query names; at most 255. */
  readonly titleLengths: Uint8Array;
}

/** Terms, and occurrences of terms, that are placed between two pauses. */
const PLACED = 20_000;
const COUNTED = 500_000;

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Gives every term its place in sorted order. Out: sorted terms, and the place of each id. */
function* sortTerms(ids: ReadonlyMap<string, number>): Generator<void, { terms: string[]; places: Uint32Array }> {
  const terms = yield* sortInSlices([...ids.keys()], byUnits);
  const places = new Uint32Array(terms.length);
  for (let place = 0; place < terms.length; place++) {
    places[ids.get(terms[place] as string) ?? 0] = place;
    if (place % PLACED === 0) yield;
  }
  return { terms, places };
}

/** Takes documents in their final order, then makes their postings. */
export class PostingsBuilder {
  readonly #texts = new TermReader();
  readonly #own = new DocumentTerms();
  readonly #occurring = new GrowingArray((length) => new Uint32Array(length));
  readonly #occurringFields = new GrowingArray((length) => new Uint8Array(length));
  readonly #occurringEnds = new GrowingArray((length) => new Uint32Array(length));
  readonly #titleLengths = new GrowingArray((length) => new Uint8Array(length));

  add(document: SearchDocument): void {
    const own = this.#own;
    own.clear();
    let title = 0;
    for (let f = 0; f < SEARCHED_FIELDS.length; f++) {
      const field = SEARCHED_FIELDS[f] as (typeof SEARCHED_FIELDS)[number];
      for (const text of field.read(document)) {
        if (text === '') continue;
        const { terms, words } = this.#texts.read(text);
        for (let t = 0; t < terms.length; t++) own.add(terms[t] as number, f);
        if (field.title) title += words;
      }
    }
    for (let t = 0; t < own.count; t++) {
      const term = own.terms[t] as number;
      this.#occurring.push(term);
      this.#occurringFields.push(own.fieldsOf(term));
    }
    this.#occurringEnds.push(this.#occurring.length);
    this.#titleLengths.push(Math.min(title, 255));
  }

  /** Pauses between stages. */
  *finish(): Generator<void, Postings> {
    const { terms, places } = yield* sortTerms(this.#texts.ids);
    const inverted = yield* invert(this.#occurring.view(), this.#occurringFields.view(), this.#occurringEnds.view(), places);
    yield;
    return { dictionary: yield* buildDictionary(terms), ...inverted, titleLengths: this.#titleLengths.view().slice() };
  }
}

/** Turns documents' terms into terms' documents by counting. */
function* invert(
  occurring: Uint32Array,
  fieldsOf: Uint8Array,
  ends: Uint32Array,
  places: Uint32Array,
): Generator<void, Pick<Postings, 'starts' | 'documents' | 'fields'>> {
  const starts = new Uint32Array(places.length + 1);
  for (let i = 0; i < occurring.length; i++) {
    const after = (places[occurring[i] as number] as number) + 1;
    starts[after] = (starts[after] as number) + 1;
    if (i % COUNTED === 0) yield;
  }
  for (let t = 0; t < places.length; t++) starts[t + 1] = (starts[t + 1] as number) + (starts[t] as number);
  yield;
  const next = starts.slice();
  const documents = new Uint32Array(occurring.length);
  const fields = new Uint8Array(occurring.length);
  let i = 0;
  for (let d = 0; d < ends.length; d++) {
    if (d % PLACED === 0) yield;
    for (; i < (ends[d] as number); i++) {
      const term = places[occurring[i] as number] as number;
      const place = next[term] as number;
      next[term] = place + 1;
      documents[place] = d;
      fields[place] = fieldsOf[i] as number;
    }
  }
  return { starts, documents, fields };
}
