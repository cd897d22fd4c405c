/**
 * An immutable part of the index. Documents stand in default order, so a document's number is its default rank; everything
 * else is columns over these numbers.
 */
import { accessBits } from './audience.ts';
import { MAX_AMOUNT_CENTS, sortCents } from './default-order.ts';
import { DocIdMap } from './doc-ids.ts';
import { FACET_ATTRIBUTES, type FacetAttribute, NUMERIC_ATTRIBUTES, type SearchDocument } from './document.ts';
import { TermReader } from './document-terms.ts';
import { type FacetColumn, FacetColumnBuilder, FacetSets } from './facet-column.ts';
import { GrowableArray } from './growable-array.ts';
import type { Documents } from './packed-documents.ts';
import { type Postings, PostingsBuilder } from './postings.ts';
import { ranksInSlices } from './sort-slices.ts';

export interface Segment<D extends SearchDocument> {
  readonly documents: Documents<D>;
  readonly numbers: DocIdMap;
  readonly postings: Postings;
  readonly facets: ReadonlyMap<string, FacetColumn>;
  /** NaN where a document has no number. */
  readonly numeric: ReadonlyMap<string, Float64Array>;
  /** Each document's place in price order, both ways; equal prices keep the default order. */
  readonly priceRanks: { readonly price_asc: Uint32Array; readonly price_desc: Uint32Array };
  /** What `isVisibleTo` of audience.ts compares. */
  readonly access: Uint16Array;
}

/** Room for document numbers beside a rank in one exact number. */
export const DOCUMENT_ROOM = 2 ** 24;

const decimals = () => new GrowableArray((length) => new Float64Array(length));

/** What segments of the same offers have in common while they are built: their terms, and sets of facet values. */
export class CommonParts {
  readonly texts = new TermReader();
  readonly facets = (Object.keys(FACET_ATTRIBUTES) as FacetAttribute[]).map((attribute) => ({ attribute, sets: new FacetSets(attribute) }));
}

/** Takes documents in any order and makes a segment of them. */
export class SegmentBuilder {
  readonly #postings: PostingsBuilder;
  readonly #columns: readonly { readonly attribute: FacetAttribute; readonly builder: FacetColumnBuilder }[];
  readonly #numeric = Object.entries(NUMERIC_ATTRIBUTES).map(([attribute, read]) => ({ attribute, read, numbers: decimals() }));
  readonly #access = new GrowableArray((length) => new Uint16Array(length));
  readonly #cents = decimals();
  readonly #ids: string[] = [];

  constructor(common: CommonParts) {
    this.#postings = new PostingsBuilder(common.texts);
    this.#columns = common.facets.map(({ attribute, sets }) => ({ attribute, builder: new FacetColumnBuilder(sets) }));
  }

  add(document: SearchDocument): void {
    this.#postings.add(document);
    for (const { builder } of this.#columns) builder.add(document);
    for (const { read, numbers } of this.#numeric) numbers.push(read(document));
    this.#access.push(accessBits(document));
    this.#cents.push(sortCents(document));
    this.#ids.push(document.objectID);
  }

  /**
   * In: the documents in default order, and which of those added stands at each place, each objectID once. Out: the segment;
   * pauses between slices of work.
   */
  *finish<D extends SearchDocument, L extends Documents<D>>(
    documents: L,
    order: Uint32Array,
  ): Generator<void, Segment<D> & { readonly documents: L }> {
    const numbers = DocIdMap.for(order.length, (d) => documents.at(d)?.objectID);
    for (let d = 0; d < order.length; d++) {
      numbers.put(this.#ids[order[d] as number] as string, d);
      if (d % NUMBERED === 0) yield;
    }
    const facets = new Map<string, FacetColumn>();
    for (const { attribute, builder } of this.#columns) {
      facets.set(attribute, yield* builder.finish(order));
      yield;
    }
    const cents = this.#cents.gather(order);
    const price_asc = yield* ranksInSlices(cents);
    yield;
    const price_desc = yield* ranksInSlices(cents.map((each) => MAX_AMOUNT_CENTS - each));
    yield;
    const numeric = new Map<string, Float64Array>();
    for (const column of this.#numeric) numeric.set(column.attribute, column.numbers.gather(order));
    yield;
    const postings = yield* this.#postings.finish(order);
    return { documents, numbers, postings, facets, numeric, priceRanks: { price_asc, price_desc }, access: this.#access.gather(order) };
  }
}

/** Documents between two pauses, of which objects are made, and of which only the id is looked at. */
const SLICE = 500;
const NUMBERED = 20_000;

/** In: documents in default order, each objectID once. Out: the segment; pauses between slices of work. */
export function* buildSegment<D extends SearchDocument, L extends Documents<D>>(
  documents: L,
): Generator<void, Segment<D> & { readonly documents: L }> {
  const builder = new SegmentBuilder(new CommonParts());
  for (let d = 0; d < documents.length; d++) {
    builder.add(documents.at(d) as D);
    if (d % SLICE === 0) yield;
  }
  return yield* builder.finish<D, L>(
    documents,
    new Uint32Array(documents.length).map((_, d) => d),
  );
}
