import { type Bitmap, createBitmap } from './bitmap.ts';
import { EligibleDocuments } from './eligible-documents.ts';
import { type Clause, clauseKey, toBitmap } from './filter.ts';
import { type RangeColumn, rangeColumn } from './histogram.ts';
import type { Eligibility, IndexedDocument } from './schema.ts';
import type { Segment } from './segment.ts';
import { createMatchMemory } from './text-match.ts';

/** Unpacked documents that are cached. */
const MAX_UNPACKED = 1_024;
/** Eligibilities and filter clauses whose documents are cached, in bits per document, and columns of ranges. */
const MAX_ELIGIBILITIES = 32;
const MAX_CLAUSES = 64;
const MAX_RANGES = 2;

/** Returns a cached value, or makes it in place of the oldest one. */
const cachedIn = <K, V>(cache: Map<K, V>, most: number, key: K, make: () => V): V => {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const made = make();
  const [oldest] = cache.size < most ? [] : cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, made);
  return made;
};

/** A segment with its replaced and removed documents, and the buffers that its searches reuse. */
export class MutableSegment<D extends IndexedDocument> {
  readonly segment: Segment<D>;
  readonly memory;
  /** Memory of the hits and of the documents that count for an attribute: bits, lists and sort keys. */
  readonly hitBits: Bitmap;
  readonly countedBits: Bitmap;
  readonly hits: Uint32Array;
  readonly counted: Uint32Array;
  readonly keys: Float64Array;
  readonly #eligible = new Map<number, EligibleDocuments>();
  readonly #clauses = new Map<string, Bitmap>();
  readonly #orders = new Map<string, Uint32Array>();
  readonly #ranges = new Map<string, RangeColumn>();
  /** 1 for each document that was removed. */
  readonly gone: Uint8Array;
  removed = 0;
  readonly #unpacked = new Map<number, D | undefined>();

  constructor(segment: Segment<D>) {
    const size = segment.documents.length;
    this.segment = segment;
    this.memory = createMatchMemory(size);
    this.hitBits = createBitmap(size);
    this.countedBits = createBitmap(size);
    this.hits = new Uint32Array(size);
    this.counted = new Uint32Array(size);
    this.keys = new Float64Array(size);
    this.gone = new Uint8Array(size);
  }

  /** Removes a document. Returns false if it is not in the segment. */
  remove(objectID: string): boolean {
    const document = this.segment.numbers.get(objectID);
    if (document === undefined || this.gone[document] === 1) return false;
    this.gone[document] = 1;
    this.removed++;
    for (const eligible of this.#eligible.values()) eligible.remove(document);
    return true;
  }

  /** Returns the document of an id unless it was removed. */
  get(objectID: string): D | undefined {
    const document = this.segment.numbers.get(objectID);
    return document === undefined || this.gone[document] === 1 ? undefined : this.document(document);
  }

  /** Returns the document of a number. Repeated calls return the same object, so that callers can cache derived values. */
  document(number: number): D | undefined {
    return cachedIn(this.#unpacked, MAX_UNPACKED, number, () => this.segment.documents.at(number));
  }

  eligibleTo(eligibility: Eligibility): EligibleDocuments {
    return cachedIn(
      this.#eligible,
      MAX_ELIGIBILITIES,
      eligibility.key,
      () => new EligibleDocuments(this.segment.access, this.gone, eligibility),
    );
  }

  /** Returns the documents for which a clause holds, removed ones included. */
  clauseBits(clause: Clause): Bitmap {
    return cachedIn(this.#clauses, MAX_CLAUSES, clauseKey(clause), () => toBitmap(this.segment, clause));
  }

  /** Lists all documents in a named order. */
  inOrder(sort: string): Uint32Array | undefined {
    const ranks = this.segment.sortRanks.get(sort);
    if (ranks === undefined) return undefined;
    return cachedIn(this.#orders, this.segment.sortRanks.size, sort, () => {
      const order = new Uint32Array(ranks.length);
      for (let d = 0; d < ranks.length; d++) order[ranks[d] as number] = d;
      return order;
    });
  }

  /** Returns the range of each document's number. Undefined if the attribute is not a number. */
  rangesOf(attribute: string, bounds: readonly number[]): RangeColumn | undefined {
    const numbers = this.segment.numeric.get(attribute);
    const name = `range ${attribute} ${bounds.join()}`;
    return numbers && cachedIn(this.#ranges, MAX_RANGES, name, () => rangeColumn(name, numbers, bounds));
  }
}
