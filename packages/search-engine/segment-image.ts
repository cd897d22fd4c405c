/** Image of a segment: columns and lists, from which it is restored without reading a document. */
import { DocumentIds } from './document-ids.ts';
import { facetValues } from './facet-column.ts';
import { PackedDocuments, type ValueTables } from './packed-documents.ts';
import type { IndexedDocument } from './schema.ts';
import type { Segment } from './segment.ts';

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export interface SegmentImage {
  readonly columns: Readonly<Record<string, Column>>;
  /** JSON. */
  readonly lists: {
    readonly shapes: readonly (readonly string[])[];
    readonly tables: ValueTables;
    /** Values by attribute. */
    readonly facets: Readonly<Record<string, readonly string[]>>;
  };
}

const FACET_PARTS = ['setOf', 'setStarts', 'setPlaces'] as const;

/** A segment with packed documents. */
export interface PackedSegment<D extends IndexedDocument> extends Segment<D> {
  readonly documents: PackedDocuments<D>;
}

/** Creates the image of a segment. It shares the segment's memory and must not be changed. */
export const imageOf = <D extends IndexedDocument>(segment: PackedSegment<D>): SegmentImage => {
  const { bytes, starts, lengths, shapeOf, shapes, tables } = segment.documents.parts;
  const { dictionary, ...postings } = segment.postings;
  const facets = [...segment.facets];
  return {
    columns: {
      bytes,
      byteStarts: starts,
      byteLengths: lengths,
      shapeOf,
      ...postings,
      ...dictionary,
      ...Object.fromEntries(Array.from(segment.sortRanks, ([sort, ranks]) => [`rank ${sort}`, ranks])),
      access: segment.access,
      ids: segment.numbers.table,
      ...Object.fromEntries(facets.flatMap(([attribute, column]) => FACET_PARTS.map((part) => [`${part} ${attribute}`, column[part]]))),
      ...Object.fromEntries(Array.from(segment.numeric, ([attribute, numbers]) => [`number ${attribute}`, numbers])),
    },
    lists: {
      shapes,
      tables,
      facets: Object.fromEntries(facets.map(([attribute, { values }]) => [attribute, values])),
    },
  };
};

/** Creates functions that read the columns of an image by name and type. */
const columnReader = ({ columns }: SegmentImage) => {
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

/**
 * Restores a segment. It uses the image's memory.
 * @throws if a column is missing or of another type
 */
export const restoreSegment = <D extends IndexedDocument>(image: SegmentImage): PackedSegment<D> => {
  const read = columnReader(image);
  const { shapes, tables, facets } = image.lists;
  const documents = new PackedDocuments<D>({
    bytes: read.bytes('bytes'),
    starts: read.decimals('byteStarts'),
    lengths: read.numbers('byteLengths'),
    shapeOf: read.shorts('shapeOf'),
    shapes,
    tables,
  });
  return {
    documents,
    numbers: new DocumentIds(read.numbers('ids'), (document) => documents.at(document)?.objectID),
    postings: {
      dictionary: { letters: read.shorts('letters'), ends: read.numbers('ends'), firstTerms: read.numbers('firstTerms') },
      starts: read.numbers('starts'),
      documents: read.numbers('documents'),
      fields: read.bytes('fields'),
      titleLengths: read.bytes('titleLengths'),
    },
    facets: new Map(
      Object.entries(facets).map(([attribute, values]) => {
        const setStarts = read.numbers(`setStarts ${attribute}`);
        const setPlaces = read.numbers(`setPlaces ${attribute}`);
        const setOf = read.setOf(`setOf ${attribute}`);
        return [attribute, { ...facetValues(values), sets: setStarts.length - 1, setStarts, setPlaces, setOf }];
      }),
    ),
    numeric: new Map(read.named('number').map((attribute) => [attribute, read.decimals(`number ${attribute}`)])),
    sortRanks: new Map(read.named('rank').map((sort) => [sort, read.numbers(`rank ${sort}`)])),
    access: read.shorts('access'),
  };
};
