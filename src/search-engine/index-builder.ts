/** Takes documents in any order and makes an index, without ever holding all of them as objects. */
import { compareDefault, type OrderedBy } from './default-order.ts';
import { REPEATED_FIELDS, type SearchDocument } from './document.ts';
import { DocumentPacker, type PackedDocuments } from './packed-documents.ts';
import { type IndexOptions, SearchIndex } from './search-index.ts';
import { buildSegment } from './segment.ts';
import { atOnce } from './segment-store.ts';
import { sortInSlices } from './sort-slices.ts';

/** Documents that are copied between two pauses. */
const COPIED = 5_000;

export class IndexBuilder<D extends SearchDocument = SearchDocument> {
  readonly #packer = DocumentPacker.of<D>(REPEATED_FIELDS);
  /** What is sorted by, and where the document was packed, by objectID. */
  readonly #order = new Map<string, OrderedBy & { readonly place: number }>();
  #added = 0;

  /** The last document of an objectID counts. */
  add(document: D): void {
    const { objectID, inventoryStatus, slot, popularity, name } = document;
    this.#packer.add(document);
    this.#order.set(objectID, { objectID, inventoryStatus, slot, popularity, name, place: this.#added++ });
  }

  /** Out: the index, ready. */
  finish(options: IndexOptions = {}): SearchIndex<D> {
    return atOnce(this.finishing(options));
  }

  /** The same with pauses between slices of work. */
  *finishing(options: IndexOptions = {}): Generator<void, SearchIndex<D>> {
    const { parts } = this.#packer.finish();
    yield;
    const sorted = DocumentPacker.after<D>(parts);
    let copied = 0;
    yield;
    for (const { place } of yield* sortInSlices([...this.#order.values()], compareDefault)) {
      sorted.copy(place, place + 1);
      if (++copied % COPIED === 0) yield;
    }
    return new SearchIndex(yield* buildSegment<D, PackedDocuments<D>>(sorted.finish()), options);
  }
}

/** In: documents, the last one of an objectID counting. Out: the index, ready. */
export const createIndex = <D extends SearchDocument>(documents: Iterable<D>, options: IndexOptions = {}): SearchIndex<D> => {
  const builder = new IndexBuilder<D>();
  for (const document of documents) builder.add(document);
  return builder.finish(options);
};
