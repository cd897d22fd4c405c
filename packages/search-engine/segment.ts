/**
 * An immutable part of the index. Documents are in default order, so a document's number is its rank in that order. Everything else is
 * columns by these numbers.
 */
import { DocumentIds } from './document-ids.ts';
import { TermReader } from './document-terms.ts';
import { type FacetColumn, FacetColumnBuilder, FacetSets } from './facet-column.ts';
import { GrowableArray } from './growable-array.ts';
import type { Documents } from './packed-documents.ts';
import { type Postings, PostingsBuilder } from './postings.ts';
import { type IndexedDocument, type IndexSchema, type SortOrder, sortKey } from './schema.ts';
import { ranksInSlices } from './sort-slices.ts';

export interface Segment<D extends IndexedDocument> {
  readonly documents: Documents<D>;
  readonly numbers: DocumentIds;
  readonly postings: Postings;
  readonly facets: ReadonlyMap<string, FacetColumn>;
  /** NaN if a document has no number. */
  readonly numeric: ReadonlyMap<string, Float64Array>;
  /** Rank of each document by sort order. */
  readonly sortRanks: ReadonlyMap<string, Uint32Array>;
  /** `accessBits` of the schema by document. */
  readonly access: Uint16Array;
}

/** Factor that leaves room for a document number next to a rank in one exact number. */
export const DOCUMENT_ROOM = 2 ** 24;

const createNumberColumn = () => new GrowableArray((length) => new Float64Array(length));

/** Terms and sets of facet values that segments of similar documents share while they are built. */
export class SharedParts<D extends IndexedDocument> {
  readonly texts: TermReader<D>;
  readonly facets: readonly { readonly attribute: string; readonly sets: FacetSets<D> }[];

  constructor(schema: IndexSchema<D>) {
    this.texts = new TermReader(schema);
    this.facets = Object.entries(schema.facets).map(([attribute, read]) => ({ attribute, sets: new FacetSets(read) }));
  }
}

/** Takes documents in any sequence and builds a segment. */
export class SegmentBuilder<D extends IndexedDocument> {
  readonly #schema: IndexSchema<D>;
  readonly #postings: PostingsBuilder<D>;
  readonly #columns: readonly { readonly attribute: string; readonly builder: FacetColumnBuilder<D> }[];
  readonly #numeric: readonly { readonly attribute: string; read(document: D): number; readonly numbers: GrowableArray<Float64Array> }[];
  readonly #sorts: readonly { readonly name: string; readonly order: SortOrder<D>; readonly keys: GrowableArray<Float64Array> }[];
  readonly #access = new GrowableArray((length) => new Uint16Array(length));
  readonly #ids: string[] = [];

  constructor(schema: IndexSchema<D>, shared: SharedParts<D>) {
    this.#schema = schema;
    this.#postings = new PostingsBuilder(shared.texts);
    this.#columns = shared.facets.map(({ attribute, sets }) => ({ attribute, builder: new FacetColumnBuilder(sets) }));
    this.#numeric = Object.entries(schema.numbers).map(([attribute, read]) => ({ attribute, read, numbers: createNumberColumn() }));
    this.#sorts = Object.entries(schema.sorts).map(([name, order]) => ({ name, order, keys: createNumberColumn() }));
  }

  add(document: D): void {
    this.#postings.add(document);
    for (const { builder } of this.#columns) builder.add(document);
    for (const { read, numbers } of this.#numeric) numbers.push(read(document));
    for (const { order, keys } of this.#sorts) keys.push(sortKey(order, document));
    this.#access.push(this.#schema.accessBits(document));
    this.#ids.push(document.objectID);
  }

  /**
   * Builds the segment. Pauses between slices of work.
   * @param documents in default order, each objectID once
   * @param order index of the added document at each position
   */
  *finish<L extends Documents<D>>(documents: L, order: Uint32Array): Generator<void, Segment<D> & { readonly documents: L }> {
    const numbers = DocumentIds.for(order.length, (d) => documents.at(d)?.objectID);
    for (let d = 0; d < order.length; d++) {
      numbers.put(this.#ids[order[d] as number] as string, d);
      if (d % IDS_PER_SLICE === 0) yield;
    }
    const facets = new Map<string, FacetColumn>();
    for (const { attribute, builder } of this.#columns) {
      facets.set(attribute, yield* builder.finish(order));
      yield;
    }
    const sortRanks = new Map<string, Uint32Array>();
    for (const { name, keys } of this.#sorts) {
      sortRanks.set(name, yield* ranksInSlices(keys.gather(order)));
      yield;
    }
    const numeric = new Map<string, Float64Array>();
    for (const column of this.#numeric) numeric.set(column.attribute, column.numbers.gather(order));
    yield;
    const postings = yield* this.#postings.finish(order);
    return { documents, numbers, postings, facets, numeric, sortRanks, access: this.#access.gather(order) };
  }
}

/** Documents between two pauses: parsed ones, and those of which only the id is read. */
const SLICE = 500;
const IDS_PER_SLICE = 20_000;

/**
 * Builds a segment. Pauses between slices of work.
 * @param documents in default order, each objectID once
 */
export function* buildSegment<D extends IndexedDocument, L extends Documents<D>>(
  schema: IndexSchema<D>,
  documents: L,
): Generator<void, Segment<D> & { readonly documents: L }> {
  const builder = new SegmentBuilder(schema, new SharedParts(schema));
  for (let d = 0; d < documents.length; d++) {
    builder.add(documents.at(d) as D);
    if (d % SLICE === 0) yield;
  }
  return yield* builder.finish<L>(
    documents,
    new Uint32Array(documents.length).map((_, d) => d),
  );
}
