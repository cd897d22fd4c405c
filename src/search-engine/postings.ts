/**
 * The inverted index of a segment: for each term the documents that contain it, ascending, and in which fields, in compressed
 * sparse rows. Terms are sorted, so the postings of a range of terms are one run.
 */
import { SEARCHED_FIELDS, type SearchDocument } from './document.ts';
import { GrowingArray } from './growing-array.ts';
import { buildDictionary, type TermDictionary } from './term-dictionary.ts';
import { wordsOf } from './words.ts';

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

interface TextTerms {
  readonly terms: readonly number[];
  readonly words: number;
}

/** Texts that repeat (countries, regions, producers) are taken apart once; more than this many are not kept. */
const KEPT_TEXTS = 50_000;

/** Numbers terms by first appearance and remembers the terms of each text. */
class TermReader {
  readonly ids = new Map<string, number>();
  readonly #kept = new Map<string, TextTerms>();

  read(text: string): TextTerms {
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const terms: number[] = [];
    let words = 0;
    for (const { parts, joined } of wordsOf(text)) {
      for (const part of parts) terms.push(this.#idOf(part));
      if (joined !== null) terms.push(this.#idOf(joined));
      words += parts.length;
    }
    const result = { terms, words };
    if (this.#kept.size < KEPT_TEXTS) this.#kept.set(text, result);
    return result;
  }

  #idOf(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(term, id);
    return id;
  }
}

/** Gives every term its place in sorted order. Out: sorted terms, and the place of each id. */
const sortTerms = (ids: ReadonlyMap<string, number>): { terms: string[]; places: Uint32Array } => {
  const terms = [...ids.keys()].sort();
  const places = new Uint32Array(terms.length);
  terms.forEach((term, place) => {
    places[ids.get(term) ?? 0] = place;
  });
  return { terms, places };
};

/** Which fields of one document each of its terms stands in. */
class DocumentTerms {
  /** Terms in order of appearance, the first `count` of the list. */
  readonly terms: number[] = [];
  count = 0;
  #fields = new Uint8Array(1024);

  /** Forgets the document before. */
  clear(): void {
    for (let i = 0; i < this.count; i++) this.#fields[this.terms[i] as number] = 0;
    this.count = 0;
  }

  add(term: number, field: number): void {
    if (term >= this.#fields.length) {
      const larger = new Uint8Array(term * 2);
      larger.set(this.#fields);
      this.#fields = larger;
    }
    const fields = this.#fields[term] as number;
    if (fields === 0) this.terms[this.count++] = term;
    this.#fields[term] = fields | (1 << field);
  }

  fieldsOf(term: number): number {
    return this.#fields[term] as number;
  }
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
    const { terms, places } = sortTerms(this.#texts.ids);
    yield;
    const inverted = yield* invert(this.#occurring.view(), this.#occurringFields.view(), this.#occurringEnds.view(), places);
    yield;
    return { dictionary: buildDictionary(terms), ...inverted, titleLengths: this.#titleLengths.view().slice() };
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
  }
  for (let t = 0; t < places.length; t++) starts[t + 1] = (starts[t + 1] as number) + (starts[t] as number);
  yield;
  const next = starts.slice();
  const documents = new Uint32Array(occurring.length);
  const fields = new Uint8Array(occurring.length);
  let i = 0;
  for (let d = 0; d < ends.length; d++) {
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
