import type { Eligibility, IndexedDocument } from './schema.ts';
import type { Segment } from './segment.ts';
import { createMatchMemory } from './text-match.ts';

/** State of a document: passes every filter, fails only group g − 1 (g from 1), or is excluded. */
export const PASSES = 0;
export const OUT = 255;

/** Unpacked documents that are cached. */
const MAX_UNPACKED = 1_024;

/** A segment with its replaced and removed documents, and the buffers that its searches reuse. */
export class MutableSegment<D extends IndexedDocument> {
  readonly segment: Segment<D>;
  readonly memory;
  readonly hits: Uint32Array;
  readonly nearMisses: Uint32Array;
  readonly states: Uint8Array;
  readonly marks: Uint8Array;
  readonly keys: Float64Array;
  /** Eligible documents by the key of an eligibility. */
  readonly #eligible = new Map<number, Uint8Array>();
  readonly #eligibleLists = new Map<number, Uint32Array>();
  /** 1 for each document that was removed. */
  readonly gone: Uint8Array;
  removed = 0;
  readonly #unpacked = new Map<number, D>();

  constructor(segment: Segment<D>) {
    const size = segment.documents.length;
    this.segment = segment;
    this.memory = createMatchMemory(size);
    this.hits = new Uint32Array(size);
    this.nearMisses = new Uint32Array(size);
    this.states = new Uint8Array(size);
    this.marks = new Uint8Array(size);
    this.keys = new Float64Array(size);
    this.gone = new Uint8Array(size);
  }

  /** Removes a document. Returns false if it is not in the segment. */
  remove(objectID: string): boolean {
    const document = this.segment.numbers.get(objectID);
    if (document === undefined || this.gone[document] === 1) return false;
    this.gone[document] = 1;
    this.removed++;
    for (const eligible of this.#eligible.values()) eligible[document] = OUT;
    this.#eligibleLists.clear();
    return true;
  }

  /** Returns the document of an id unless it was removed. */
  get(objectID: string): D | undefined {
    const document = this.segment.numbers.get(objectID);
    return document === undefined || this.gone[document] === 1 ? undefined : this.document(document);
  }

  /** Returns the document of a number. Repeated calls return the same object, so that callers can cache derived values. */
  document(number: number): D | undefined {
    const cached = this.#unpacked.get(number);
    if (cached !== undefined) return cached;
    const document = this.segment.documents.at(number);
    if (document === undefined) return undefined;
    const [oldest] = this.#unpacked.size < MAX_UNPACKED ? [] : this.#unpacked.keys();
    if (oldest !== undefined) this.#unpacked.delete(oldest);
    this.#unpacked.set(number, document);
    return document;
  }

  /** Returns `PASSES` for each eligible document and `OUT` for the others. */
  eligibleTo(eligibility: Eligibility): Uint8Array {
    let eligible = this.#eligible.get(eligibility.key);
    if (eligible === undefined) {
      const { access } = this.segment;
      eligible = new Uint8Array(access.length);
      for (let d = 0; d < access.length; d++) eligible[d] = this.gone[d] === 0 && eligibility.allows(access[d] as number) ? PASSES : OUT;
      this.#eligible.set(eligibility.key, eligible);
    }
    return eligible;
  }

  /** Lists the eligible documents in default order. */
  listEligible(eligibility: Eligibility): Uint32Array {
    let list = this.#eligibleLists.get(eligibility.key);
    if (list === undefined) {
      const eligible = this.eligibleTo(eligibility);
      let count = 0;
      for (let d = 0; d < eligible.length; d++) {
        this.hits[count] = d;
        count += Number(eligible[d] === PASSES);
      }
      list = this.hits.slice(0, count);
      this.#eligibleLists.set(eligibility.key, list);
    }
    return list;
  }
}
