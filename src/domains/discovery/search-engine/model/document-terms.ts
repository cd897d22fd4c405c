/** Words of documents as numbers, while postings are built. */
import { SEARCHED_FIELDS, SEARCHED_KEYS, type SearchDocument } from './document.ts';
import { sortInSlices } from './sort-slices.ts';
import { buildDictionary, type TermDictionary } from './term-dictionary.ts';
import { wordsOf } from './tokenizer.ts';

interface TextTerms {
  readonly terms: readonly number[];
  readonly words: number;
}

/** Texts that repeat (countries, regions, producers) are taken apart once; more than this many are not kept. */
const KEPT_TEXTS = 50_000;

/** Terms that are placed between two pauses. */
const PLACED = 20_000;

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const haveSameWords = (a: SearchDocument, b: SearchDocument): boolean => SEARCHED_KEYS.every((key) => a[key] === b[key]);

export interface SortedTerms {
  /** In the order of UTF-16 units. */
  readonly terms: readonly string[];
  /** The place of each term among them, by its number. */
  readonly places: Uint32Array;
  readonly dictionary: TermDictionary;
}

/** Numbers terms by first appearance and remembers the terms of each text. */
export class TermReader {
  readonly #ids = new Map<string, number>();
  readonly #kept = new Map<string, TextTerms>();
  readonly #own = new DocumentTerms();
  #last: SearchDocument | null = null;
  #sorted: SortedTerms | null = null;

  /** In: a document; one like the last but for its price costs next to nothing. Out: its terms, good until the next call. */
  read(document: SearchDocument): DocumentTerms {
    const own = this.#own;
    if (this.#last !== null && haveSameWords(this.#last, document)) return own;
    this.#last = document;
    own.clear();
    for (let f = 0; f < SEARCHED_FIELDS.length; f++) {
      const field = SEARCHED_FIELDS[f] as (typeof SEARCHED_FIELDS)[number];
      for (const text of field.read(document)) {
        if (text === '') continue;
        const { terms, words } = this.#termsOf(text);
        for (let t = 0; t < terms.length; t++) own.add(terms[t] as number, f);
        if (field.title) own.titleWords += words;
      }
    }
    return own;
  }

  /** All terms there are until now; pauses between slices of work. */
  *sorted(): Generator<void, SortedTerms> {
    if (this.#sorted?.terms.length === this.#ids.size) return this.#sorted;
    const terms = yield* sortInSlices([...this.#ids.keys()], byUnits);
    const places = new Uint32Array(terms.length);
    for (let place = 0; place < terms.length; place++) {
      places[this.#ids.get(terms[place] as string) ?? 0] = place;
      if (place % PLACED === 0) yield;
    }
    this.#sorted = { terms, places, dictionary: yield* buildDictionary(terms) };
    return this.#sorted;
  }

  #termsOf(text: string): TextTerms {
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
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(term, id);
    return id;
  }
}

/** Which fields of one document each of its terms stands in. */
export class DocumentTerms {
  /** Terms in order of appearance, the first `count` of the list. */
  readonly terms: number[] = [];
  count = 0;
  /** Words in brand and name. */
  titleWords = 0;
  #fields = new Uint8Array(1024);

  /** Forgets the document before. */
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
