/** Maps the words of documents to numbers while postings are built. */
import type { IndexedDocument, IndexSchema, TextField } from './schema.ts';
import { sortInSlices } from './sort-slices.ts';
import { buildDictionary, type TermDictionary } from './term-dictionary.ts';
import { wordsOf } from './tokenizer.ts';

interface TextTerms {
  readonly terms: readonly number[];
  readonly words: number;
}

/** Texts whose terms are cached, because many documents repeat them. */
const MAX_CACHED_TEXTS = 50_000;

/** Terms processed between two pauses. */
const SLICE = 20_000;

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** All terms in sorted order, with the position of each. */
export interface SortedTerms {
  /** In the order of UTF-16 units. */
  readonly terms: readonly string[];
  /** Index in `terms` by the number of a term. */
  readonly places: Uint32Array;
  readonly dictionary: TermDictionary;
}

/** Numbers terms by first appearance. */
export class TermReader<D extends IndexedDocument> {
  readonly #fields: readonly TextField<D>[];
  readonly #keys: readonly (keyof D & string)[];
  readonly #ids = new Map<string, number>();
  readonly #cached = new Map<string, TextTerms>();
  readonly #own = new DocumentTerms();
  #last: D | null = null;
  #sorted: SortedTerms | null = null;

  constructor({ textFields, textKeys }: Pick<IndexSchema<D>, 'textFields' | 'textKeys'>) {
    this.#fields = textFields;
    this.#keys = textKeys;
  }

  /** Returns the terms of a document, valid until the next call. Does not read a document again that has the same texts as the last. */
  read(document: D): DocumentTerms {
    const own = this.#own;
    if (this.#last !== null && this.#haveSameWords(this.#last, document)) return own;
    this.#last = document;
    own.clear();
    for (let f = 0; f < this.#fields.length; f++) {
      const field = this.#fields[f] as TextField<D>;
      for (const text of field.read(document)) {
        if (text === '') continue;
        const { terms, words } = this.#termsOf(text);
        for (let t = 0; t < terms.length; t++) own.add(terms[t] as number, f);
        if (field.title) own.titleWords += words;
      }
    }
    return own;
  }

  /** Sorts all terms so far. Pauses between slices of work. */
  *sorted(): Generator<void, SortedTerms> {
    if (this.#sorted?.terms.length === this.#ids.size) return this.#sorted;
    const terms = yield* sortInSlices([...this.#ids.keys()], byUnits);
    const positions = new Uint32Array(terms.length);
    for (let index = 0; index < terms.length; index++) {
      positions[this.#ids.get(terms[index] as string) ?? 0] = index;
      if (index % SLICE === 0) yield;
    }
    this.#sorted = { terms, places: positions, dictionary: yield* buildDictionary(terms) };
    return this.#sorted;
  }

  #haveSameWords(a: D, b: D): boolean {
    for (const key of this.#keys) if (a[key] !== b[key]) return false;
    return true;
  }

  #termsOf(text: string): TextTerms {
    const cached = this.#cached.get(text);
    if (cached !== undefined) return cached;
    const terms: number[] = [];
    let words = 0;
    for (const { parts, joined } of wordsOf(text)) {
      for (const part of parts) terms.push(this.#idOf(part));
      if (joined !== null) terms.push(this.#idOf(joined));
      words += parts.length;
    }
    const result = { terms, words };
    if (this.#cached.size < MAX_CACHED_TEXTS) this.#cached.set(text, result);
    return result;
  }

  #idOf(term: string): number {
    const cached = this.#ids.get(term);
    if (cached !== undefined) return cached;
    const id = this.#ids.size;
    this.#ids.set(term, id);
    return id;
  }
}

/** The fields of one document in which each of its terms occurs. */
export class DocumentTerms {
  /** Terms in order of appearance: the first `count` of the list. */
  readonly terms: number[] = [];
  count = 0;
  /** Words in title fields. */
  titleWords = 0;
  #fields = new Uint8Array(1024);

  /** Prepares for another document. */
  clear(): void {
    for (let i = 0; i < this.count; i++) this.#fields[this.terms[i] as number] = 0;
    this.count = 0;
    this.titleWords = 0;
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
