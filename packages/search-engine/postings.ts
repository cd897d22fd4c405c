/**
 * The inverted index of a segment: for each term the documents that contain it, ascending, and in which fields, as compressed sparse
 * rows. Terms are sorted, so the postings of a range of terms are contiguous.
 */
import type { SortedTerms, TermReader } from './document-terms.ts';
import { GrowableArray } from './growable-array.ts';
import type { IndexedDocument } from './schema.ts';
import { buildDictionary, type TermDictionary } from './term-dictionary.ts';

export interface Postings {
  readonly dictionary: TermDictionary;
  /** Postings of term t: from `starts[t]` to `starts[t + 1]`. */
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  /** Bit f is set if the term occurs in text field f of the schema. */
  readonly fields: Uint8Array;
  /** Words in title fields by document, at most 255. */
  readonly titleLengths: Uint8Array;
}

/** Documents processed between two pauses. */
const SLICE = 20_000;

/** Takes documents in any sequence, then builds their postings. */
export class PostingsBuilder<D extends IndexedDocument> {
  readonly #texts: TermReader<D>;
  readonly #occurring = new GrowableArray((length) => new Uint32Array(length));
  readonly #occurringFields = new GrowableArray((length) => new Uint8Array(length));
  readonly #occurringEnds = new GrowableArray((length) => new Uint32Array(length));
  readonly #titleLengths = new GrowableArray((length) => new Uint8Array(length));

  constructor(texts: TermReader<D>) {
    this.#texts = texts;
  }

  add(document: D): void {
    const own = this.#texts.read(document);
    for (let t = 0; t < own.count; t++) {
      const term = own.terms[t] as number;
      this.#occurring.push(term);
      this.#occurringFields.push(own.fieldsOf(term));
    }
    this.#occurringEnds.push(this.#occurring.length);
    this.#titleLengths.push(Math.min(own.titleWords, 255));
  }

  /**
   * Turns the terms of documents into the documents of terms by counting. Pauses between slices of work.
   * @param order index of the added document at each position
   */
  *finish(order: Uint32Array): Generator<void, Postings> {
    const all = yield* this.#texts.sorted();
    const occurring = this.#occurring.view();
    const fieldsOf = this.#occurringFields.view();
    const ends = this.#occurringEnds.view();
    const startOf = (added: number): number => (added === 0 ? 0 : (ends[added - 1] as number));
    const counts = new Uint32Array(all.terms.length);
    for (let d = 0; d < order.length; d++) {
      const added = order[d] as number;
      for (let i = startOf(added); i < (ends[added] as number); i++) {
        const index = all.places[occurring[i] as number] as number;
        counts[index] = (counts[index] as number) + 1;
      }
      if (d % SLICE === 0) yield;
    }
    const { dictionary, places, starts } = yield* termsUsed(all, counts);
    const next = starts.slice();
    const documents = new Uint32Array(starts.at(-1) ?? 0);
    const fields = new Uint8Array(documents.length);
    for (let d = 0; d < order.length; d++) {
      const added = order[d] as number;
      for (let i = startOf(added); i < (ends[added] as number); i++) {
        const term = places[occurring[i] as number] as number;
        const index = next[term] as number;
        next[term] = index + 1;
        documents[index] = d;
        fields[index] = fieldsOf[i] as number;
      }
      if (d % SLICE === 0) yield;
    }
    return { dictionary, starts, documents, fields, titleLengths: this.#titleLengths.gather(order) };
  }
}

/** Returns the dictionary of the terms that occur, the index of each in it, and the offset of its postings. */
function* termsUsed(
  all: SortedTerms,
  counts: Uint32Array,
): Generator<void, Pick<SortedTerms, 'dictionary' | 'places'> & Pick<Postings, 'starts'>> {
  const used = counts.filter((count) => count > 0);
  const starts = new Uint32Array(used.length + 1);
  for (let t = 0; t < used.length; t++) starts[t + 1] = (starts[t] as number) + (used[t] as number);
  yield;
  if (used.length === counts.length) return { dictionary: all.dictionary, places: all.places, starts };
  const placeAmongUsed = new Uint32Array(counts.length);
  for (let t = 0, index = 0; t < counts.length; t++) {
    placeAmongUsed[t] = index;
    if (counts[t] !== 0) index++;
  }
  yield;
  const dictionary = yield* buildDictionary(all.terms.filter((_, t) => counts[t] !== 0));
  return { dictionary, places: all.places.map((index) => placeAmongUsed[index] as number), starts };
}
