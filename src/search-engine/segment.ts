/**
 * An immutable part of the index. Documents stand in default order, so a document's number is its default rank; everything
 * else is columns over these numbers.
 */
import { accessBits } from './audience.ts';
import { MOST_CENTS, sortCents } from './default-order.ts';
import { FACET_ATTRIBUTES, type FacetAttribute, NUMERIC_ATTRIBUTES, type SearchDocument } from './document.ts';
import { DocumentNumbers } from './document-numbers.ts';
import { type FacetColumn, FacetColumnBuilder } from './facet-column.ts';
import type { Documents } from './packed-documents.ts';
import { type Postings, PostingsBuilder } from './postings.ts';
import { ranksInSlices } from './sort-slices.ts';

export interface Segment<D extends SearchDocument> {
  readonly documents: Documents<D>;
  readonly numbers: DocumentNumbers;
  readonly postings: Postings;
  readonly facets: ReadonlyMap<string, FacetColumn>;
  /** NaN where a document has no number. */
  readonly numeric: ReadonlyMap<string, Float64Array>;
  /** Each document's place in price order, both ways; equal prices keep the default order. */
  readonly priceRanks: { readonly price_asc: Uint32Array; readonly price_desc: Uint32Array };
  /** What `mayShow` of audience.ts compares. */
  readonly access: Uint16Array;
}

/** Room for document numbers beside a rank in one exact number. */
export const DOCUMENT_ROOM = 2 ** 24;

/** Documents between two pauses of a build; few enough to be still at hand for the next column. */
const SLICE = 500;

/** In: documents in default order, each objectID once. Out: the segment; pauses between slices of work. */
export function* buildSegment<D extends SearchDocument, L extends Documents<D>>(
  documents: L,
): Generator<void, Segment<D> & { readonly documents: L }> {
  const size = documents.length;
  const postings = new PostingsBuilder();
  const columns = (Object.keys(FACET_ATTRIBUTES) as FacetAttribute[]).map((attribute) => ({
    attribute,
    builder: new FacetColumnBuilder(attribute, size),
  }));
  const numbersOf = Object.entries(NUMERIC_ATTRIBUTES).map(([attribute, read]) => ({ attribute, read, numbers: new Float64Array(size) }));
  const access = new Uint16Array(size);
  const cents = new Float64Array(size);
  const numbers = DocumentNumbers.for(size, (d) => documents.at(d)?.objectID);
  for (let from = 0; from < size; from += SLICE) {
    const to = Math.min(from + SLICE, size);
    const slice = Array.from({ length: to - from }, (_, n) => documents.at(from + n) as D);
    for (let d = from; d < to; d++) {
      const document = slice[d - from] as D;
      postings.add(document);
      access[d] = accessBits(document);
      cents[d] = sortCents(document);
      numbers.put(document.objectID, d);
    }
    for (const { builder } of columns) for (const document of slice) builder.add(document);
    for (const { read, numbers: column } of numbersOf) for (let d = from; d < to; d++) column[d] = read(slice[d - from] as D);
    yield;
  }
  const facets = new Map<string, FacetColumn>();
  for (const { attribute, builder } of columns) {
    facets.set(attribute, yield* builder.finish());
    yield;
  }
  const price_asc = yield* ranksInSlices(cents);
  yield;
  const price_desc = yield* ranksInSlices(cents.map((each) => MOST_CENTS - each));
  yield;
  const numeric = new Map(numbersOf.map((column) => [column.attribute, column.numbers]));
  return { documents, numbers, postings: yield* postings.finish(), facets, numeric, priceRanks: { price_asc, price_desc }, access };
}
