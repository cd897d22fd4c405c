/** Words of documents as numbers, while postings are built. */
import { wordsOf } from './words.ts';

interface TextTerms {
  readonly terms: readonly number[];
  readonly words: number;
}

/** Texts that repeat (countries, regions, producers) are taken apart once; more than this many are not kept. */
const KEPT_TEXTS = 50_000;

/** Numbers terms by first appearance and remembers the terms of each text. */
export class TermReader {
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

/** Which fields of one document each of its terms stands in. */
export class DocumentTerms {
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
