/** Builds an index from documents in any sequence, without holding all of them as objects. */
import { OrderBuilder } from './document-order.ts';
import { createValueTables, DocumentPacker, type MutableValueTables, type PackedDocuments } from './packed-documents.ts';
import type { IndexedDocument, IndexSchema } from './schema.ts';
import { type IndexOptions, SearchIndex } from './search-index.ts';
import { SegmentBuilder, SharedParts } from './segment.ts';
import { runToEnd } from './segment-store.ts';

export class IndexBuilder<D extends IndexedDocument> {
  readonly #schema: IndexSchema<D>;
  readonly #tables: MutableValueTables;
  readonly #shared: SharedParts<D>;
  readonly #packer: DocumentPacker<D>;
  readonly #segment: SegmentBuilder<D>;
  readonly #order: OrderBuilder<D>;

  constructor(schema: IndexSchema<D>, tables = createValueTables(schema.sharedKeys), shared = new SharedParts(schema)) {
    this.#schema = schema;
    this.#tables = tables;
    this.#shared = shared;
    this.#packer = DocumentPacker.of<D>(tables);
    this.#segment = new SegmentBuilder(schema, shared);
    this.#order = new OrderBuilder(schema);
  }

  /**
   * Creates a builder for another index of similar documents. Values that a document shares with the previously added document of
   * either builder are processed once.
   */
  sibling(): IndexBuilder<D> {
    return new IndexBuilder<D>(this.#schema, this.#tables, this.#shared);
  }

  /** Adds a document. If several documents have the same objectID, the last one wins. */
  add(document: D): void {
    this.#packer.add(document);
    this.#segment.add(document);
    this.#order.add(document);
  }

  /** Builds the index. The builder must not be used afterwards. */
  finish(options: IndexOptions = {}): SearchIndex<D> {
    const order = this.#order.finish();
    const packed = this.#packer.finish(order);
    return new SearchIndex(this.#schema, runToEnd(this.#segment.finish<PackedDocuments<D>>(packed, order)), options);
  }
}

/** Builds an index. If several documents have the same objectID, the last one wins. */
export const createIndex = <D extends IndexedDocument>(
  schema: IndexSchema<D>,
  documents: Iterable<D>,
  options: IndexOptions = {},
): SearchIndex<D> => {
  const builder = new IndexBuilder<D>(schema);
  for (const document of documents) builder.add(document);
  return builder.finish(options);
};
