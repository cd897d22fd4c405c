/** Takes documents in any order and makes an index, without ever holding all of them as objects. */
import { OrderBuilder } from './default-order.ts';
import { REPEATED_FIELDS, type SearchDocument } from './document.ts';
import { DocumentPacker, emptyTables, type FillingTables, type PackedDocuments } from './packed-documents.ts';
import { type IndexOptions, SearchIndex } from './search-index.ts';
import { CommonParts, SegmentBuilder } from './segment.ts';
import { atOnce } from './segment-store.ts';

export class IndexBuilder<D extends SearchDocument = SearchDocument> {
  readonly #tables: FillingTables;
  readonly #common: CommonParts;
  readonly #packer: DocumentPacker<D>;
  readonly #segment: SegmentBuilder;
  readonly #order: OrderBuilder;

  constructor(tables = emptyTables(REPEATED_FIELDS), common = new CommonParts()) {
    this.#tables = tables;
    this.#common = common;
    this.#packer = DocumentPacker.of<D>(tables);
    this.#segment = new SegmentBuilder(common);
    this.#order = new OrderBuilder();
  }

  /** For another list of the same offers: what a document has in common with the one added before it, here or there, is looked at once. */
  beside(): IndexBuilder<D> {
    return new IndexBuilder<D>(this.#tables, this.#common);
  }

  /** The last document of an objectID counts. */
  add(document: D): void {
    this.#packer.add(document);
    this.#segment.add(document);
    this.#order.add(document);
  }

  /** Out: the index, ready; the builder is not used after. */
  finish(options: IndexOptions = {}): SearchIndex<D> {
    const order = this.#order.finish();
    const packed = this.#packer.finish(order);
    return new SearchIndex(atOnce(this.#segment.finish<D, PackedDocuments<D>>(packed, order)), options);
  }
}

/** In: documents, the last one of an objectID counting. Out: the index, ready. */
export const createIndex = <D extends SearchDocument>(documents: Iterable<D>, options: IndexOptions = {}): SearchIndex<D> => {
  const builder = new IndexBuilder<D>();
  for (const document of documents) builder.add(document);
  return builder.finish(options);
};
