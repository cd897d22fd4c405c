/**
 * Selects the hits of a segment, and the documents that count for a disjunctive attribute: those that pass every filter but its own.
 * Filters are bitmaps, so either is an intersection.
 */
import { type Bitmap, countBits, hasBit, intersect, listBits } from './bitmap.ts';
import { addToSets, type EligibleDocuments, type SetColumn } from './eligible-documents.ts';
import type { Clause, Filter } from './filter.ts';
import type { MutableSegment } from './mutable-segment.ts';
import { typosIn } from './relevance.ts';
import type { Eligibility, IndexedDocument } from './schema.ts';
import type { TypoAccumulator } from './typo-accumulator.ts';

/** Filters sorted into those of one disjunctive attribute each and all others. */
interface GroupedFilter {
  readonly always: Filter;
  /** Group g has the clauses with conditions of `attributes[g]` alone. */
  readonly attributes: readonly string[];
  readonly groups: readonly Filter[];
}

/**
 * Groups the clauses of a filter.
 * @param disjunctive attributes whose facets ignore their own filter
 * @param within conditions that no facet ignores
 */
export const groupFilter = (filter: Filter, disjunctive: readonly string[], within: Filter = []): GroupedFilter => {
  const ownerOf = (clause: Clause) => disjunctive.find((attribute) => clause.every((condition) => condition.attribute === attribute));
  const attributes = [...new Set(filter.map(ownerOf).filter((owner) => owner !== undefined))];
  return {
    always: [...within, ...filter.filter((clause) => ownerOf(clause) === undefined)],
    attributes,
    groups: attributes.map((attribute) => filter.filter((clause) => ownerOf(clause) === attribute)),
  };
};

/** Documents of a segment, as a bitmap or found by text. */
export class DocumentSet {
  readonly size: number;
  /** Null for documents found by text, which are only listed. */
  readonly bits: Bitmap | null;
  readonly #eligible: EligibleDocuments;
  /** Memory of both lists: the documents, then the other eligible ones. */
  readonly #memory: Uint32Array;
  #isListed = false;
  #areOthersListed = false;

  /** @param found number of documents that `memory` lists, or null if `bits` has them */
  constructor(eligible: EligibleDocuments, memory: Uint32Array, bits: Bitmap, found: number | null) {
    this.#eligible = eligible;
    this.#memory = memory;
    this.bits = found === null ? bits : null;
    this.size = found ?? countBits(bits);
    this.#isListed = found !== null;
  }

  /** Lists the documents, ascending unless they were found by text. */
  list(): Uint32Array {
    if (!this.#isListed && this.bits !== null) listBits(this.bits, this.#memory);
    this.#isListed = true;
    return this.#memory.subarray(0, this.size);
  }

  /**
   * Counts the documents by the sets of a column. Subtracts the missing documents from the counts of all eligible ones if they are
   * fewer than the documents.
   */
  countBySet(name: string, column: SetColumn): Uint32Array {
    const missing = this.#eligible.size - this.size;
    if (this.bits === null || missing > this.size) {
      const counts = new Uint32Array(column.sets);
      addToSets(column, this.list(), counts, 1);
      return counts;
    }
    const counts = this.#eligible.totalsOf(name, column).slice();
    const others = this.#memory.subarray(this.size, this.#eligible.size);
    if (!this.#areOthersListed) listBits(this.#eligible.bits, others, this.bits);
    this.#areOthersListed = true;
    addToSets(column, others, counts, -1);
    return counts;
  }
}

/** Hits of one segment. They are in the segment's own memory and valid until its next search. */
export class Selection<D extends IndexedDocument> {
  readonly live: MutableSegment<D>;
  /** Null if the query has no words. */
  readonly tally: TypoAccumulator | null;
  readonly hits: DocumentSet;
  readonly #eligible: EligibleDocuments;
  readonly #maxTypos: number;
  readonly #filter: GroupedFilter;

  /** @param tally the documents found by text, or null for all */
  constructor(live: MutableSegment<D>, eligibility: Eligibility, tally: TypoAccumulator | null, maxTypos: number, filter: GroupedFilter) {
    this.live = live;
    this.tally = tally;
    this.#eligible = live.eligibleTo(eligibility);
    this.#maxTypos = maxTypos;
    this.#filter = filter;
    this.hits = this.#select(live.hits, live.hitBits, [...filter.always, ...filter.groups.flat()]);
  }

  /** Returns the documents that count for an attribute. Valid until the next call for another attribute. */
  countedFor(attribute: string): DocumentSet {
    const { always, attributes, groups } = this.#filter;
    const own = attributes.indexOf(attribute);
    if (own === -1) return this.hits;
    return this.#select(this.live.counted, this.live.countedBits, [...always, ...groups.filter((_, group) => group !== own).flat()]);
  }

  #select(memory: Uint32Array, bits: Bitmap, clauses: Filter): DocumentSet {
    bits.set(this.#eligible.bits);
    for (const clause of clauses) intersect(bits, this.live.clauseBits(clause));
    return new DocumentSet(this.#eligible, memory, bits, this.tally === null ? null : this.#listFound(this.tally, memory, bits));
  }

  #listFound({ documents, costs, count }: TypoAccumulator, memory: Uint32Array, bits: Bitmap): number {
    let found = 0;
    for (let i = 0; i < count; i++) {
      const document = documents[i] as number;
      if (hasBit(bits, document) && typosIn(costs[document] as number) <= this.#maxTypos) memory[found++] = document;
    }
    return found;
  }
}
