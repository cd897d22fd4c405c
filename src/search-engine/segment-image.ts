/** A segment as columns and lists: what a snapshot writes of it, and what it is made from again without looking at a document. */
import type { SearchDocument } from './document.ts';
import { foldedPlaces } from './facet-column.ts';
import { PackedDocuments } from './packed-documents.ts';
import type { Segment } from './segment.ts';

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export interface SegmentImage {
  readonly columns: Readonly<Record<string, Column>>;
  /** JSON. */
  readonly lists: {
    readonly ids: readonly string[];
    readonly shapes: readonly (readonly string[])[];
    readonly terms: readonly string[];
    readonly facets: Readonly<Record<string, { readonly values: readonly string[]; readonly sets: readonly (readonly number[])[] }>>;
  };
}

/** A segment whose documents are bytes. */
export interface PackedSegment<D extends SearchDocument> extends Segment<D> {
  readonly documents: PackedDocuments<D>;
}

/** In: a segment. Out: its image, which shares its memory and is to be read only. */
export const imageOf = <D extends SearchDocument>(segment: PackedSegment<D>): SegmentImage => {
  const { bytes, starts, shapeOf, shapes } = segment.documents.parts;
  const { dictionary, ...postings } = segment.postings;
  const { terms, ...trie } = dictionary;
  const facets = [...segment.facets];
  return {
    columns: {
      bytes,
      byteStarts: starts,
      shapeOf,
      ...postings,
      ...trie,
      ...segment.priceRanks,
      access: segment.access,
      ...Object.fromEntries(facets.map(([attribute, { setOf }]) => [`facet ${attribute}`, setOf])),
      ...Object.fromEntries(Array.from(segment.numeric, ([attribute, numbers]) => [`number ${attribute}`, numbers])),
    },
    lists: {
      ids: [...segment.numbers.keys()],
      shapes,
      terms,
      facets: Object.fromEntries(facets.map(([attribute, { values, sets }]) => [attribute, { values, sets }])),
    },
  };
};

/** The columns of an image by name and kind. */
const columnsOf = ({ columns }: SegmentImage) => {
  const read =
    <C extends Column>(kind: abstract new (length: number) => C) =>
    (name: string): C => {
      const column = columns[name];
      if (!(column instanceof kind)) throw new Error(`The image has no column ${name}.`);
      return column;
    };
  return {
    bytes: read<Uint8Array>(Uint8Array),
    shorts: read<Uint16Array>(Uint16Array),
    numbers: read<Uint32Array>(Uint32Array),
    decimals: read<Float64Array>(Float64Array),
    setOf: (name: string) =>
      columns[name] instanceof Uint16Array ? read<Uint16Array>(Uint16Array)(name) : read<Uint32Array>(Uint32Array)(name),
    named: (kind: string) => Object.keys(columns).flatMap((name) => (name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : [])),
  };
};

/** In: the image of a segment. Out: the segment, over the image's memory. @throws where a column is missing */
export const segmentFrom = <D extends SearchDocument>(image: SegmentImage): PackedSegment<D> => {
  const read = columnsOf(image);
  const { ids, shapes, terms, facets } = image.lists;
  return {
    documents: new PackedDocuments<D>({
      bytes: read.bytes('bytes'),
      starts: read.decimals('byteStarts'),
      shapeOf: read.shorts('shapeOf'),
      shapes,
    }),
    numbers: new Map(ids.map((id, document) => [id, document])),
    postings: {
      dictionary: { terms, letters: read.shorts('letters'), ends: read.numbers('ends'), firstTerms: read.numbers('firstTerms') },
      starts: read.numbers('starts'),
      documents: read.numbers('documents'),
      fields: read.bytes('fields'),
      titleLengths: read.bytes('titleLengths'),
    },
    facets: new Map(
      Object.entries(facets).map(([attribute, { values, sets }]) => [
        attribute,
        { values, sets, folded: foldedPlaces(values), setOf: read.setOf(`facet ${attribute}`) },
      ]),
    ),
    numeric: new Map(read.named('number').map((attribute) => [attribute, read.decimals(`number ${attribute}`)])),
    priceRanks: { price_asc: read.numbers('price_asc'), price_desc: read.numbers('price_desc') },
    access: read.shorts('access'),
  };
};
