/**
 * Stores the documents of a segment as bytes and creates objects on demand. Bytes need a tenth of the memory of objects, cause no
 * garbage collection, and are written to an image as they are. A document is the JSON of its values. Its keys are a shape that it
 * shares with others, and values of shared keys are stored once, in a table.
 */
import { GrowableArray } from './growable-array.ts';

/** Documents by number. An array is one implementation. */
export interface Documents<D> {
  readonly length: number;
  at(document: number): D | undefined;
}

/** The distinct values of each shared key. Documents contain their indexes. */
export type ValueTables = Readonly<Record<string, readonly unknown[]>>;

/** The data of packed documents: typed arrays, and lists that can be stored as JSON. */
export interface PackedSections {
  readonly bytes: Uint8Array;
  /** Offset and length of each document in `bytes`. */
  readonly starts: Float64Array;
  readonly lengths: Uint32Array;
  /** The shape of each document. */
  readonly shapeOf: Uint16Array;
  /** The keys of each shape. */
  readonly shapes: readonly (readonly string[])[];
  readonly tables: ValueTables;
}

// Browsers and Node have these globals, but this package is compiled without the types of either.
declare const TextEncoder: new () => { encodeInto(text: string, into: Uint8Array): { written: number } };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Freezes values of tables, because documents share them. */
const frozen = (value: unknown): unknown => (typeof value === 'object' ? Object.freeze(value) : value);

const bytesOf = ({ bytes, starts, lengths }: PackedSections, document: number): Uint8Array => {
  const start = starts[document] as number;
  return bytes.subarray(start, start + (lengths[document] as number));
};

/** Reads packed documents. Creates a new object for each call. */
export class PackedDocuments<D extends object> implements Documents<D> {
  readonly parts: PackedSections;

  constructor(parts: PackedSections) {
    this.parts = parts;
    for (const values of Object.values(parts.tables)) values.forEach(frozen);
  }

  get length(): number {
    return this.parts.shapeOf.length;
  }

  at(document: number): D | undefined {
    const { shapeOf, shapes, tables } = this.parts;
    const keys = shapes[shapeOf[document] ?? -1];
    if (keys === undefined) return undefined;
    const values: readonly unknown[] = JSON.parse(decoder.decode(bytesOf(this.parts, document)));
    const made: Record<string, unknown> = {};
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k] as string;
      const table = tables[key];
      made[key] = table === undefined ? values[k] : table[values[k] as number];
    }
    return made as D;
  }
}

const BETWEEN = '\u0000';
const INITIAL_BYTES = 65_536;
/** Maximum number of UTF-8 bytes of a UTF-16 unit. */
const MAX_BYTES = 3;

/** Returns a key that is equal for equal values. It is faster than their JSON for words and lists of one word, which most are. */
const keyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) && value.length <= 1 && value.every((one) => typeof one === 'string')) return BETWEEN + value.join();
  return BETWEEN + BETWEEN + JSON.stringify(value);
};

/** A table to which values are added. */
export class ValueTable {
  readonly values: unknown[];
  readonly #places = new Map<unknown, number>();
  #last: unknown;
  #lastPlace = -1;

  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
    this.values.forEach((value, index) => {
      this.#places.set(keyOf(value), index);
    });
  }

  placeOf(value: unknown): number {
    if (value === this.#last && this.#lastPlace >= 0) return this.#lastPlace;
    const key = keyOf(value);
    let index = this.#places.get(key);
    if (index === undefined) {
      index = this.values.push(frozen(JSON.parse(JSON.stringify(value)))) - 1;
      this.#places.set(key, index);
    }
    this.#last = value;
    this.#lastPlace = index;
    return index;
  }
}

/** Value tables by shared key. */
export type MutableValueTables = ReadonlyMap<string, ValueTable>;

export const createValueTables = (fields: readonly string[]): MutableValueTables =>
  new Map(fields.map((field) => [field, new ValueTable()]));

/** Packs new documents and copies packed ones. */
export class DocumentPacker<D extends object> {
  #bytes: Uint8Array;
  #length = 0;
  readonly #base: PackedSections | null;
  readonly #starts = new GrowableArray((length) => new Float64Array(length));
  readonly #lengths = new GrowableArray((length) => new Uint32Array(length));
  readonly #shapeOf = new GrowableArray((length) => new Uint16Array(length));
  readonly #shapes: (readonly string[])[];
  readonly #shapeIds: Map<string, number>;
  #lastShape = -1;
  readonly #tables: MutableValueTables;
  /** The table of each key of a shape. */
  readonly #tablesOf: (ValueTable | undefined)[][];

  /** @param tables tables of the shared keys */
  static of<D extends object>(tables: MutableValueTables): DocumentPacker<D> {
    return new DocumentPacker(null, tables, INITIAL_BYTES);
  }

  /**
   * @param base packed documents to copy from
   * @param more estimated number of additional bytes
   */
  static after<D extends object>(base: PackedSections, more = 0): DocumentPacker<D> {
    const tables = new Map(Object.entries(base.tables).map(([key, values]) => [key, new ValueTable(values)]));
    return new DocumentPacker(base, tables, Math.max(base.bytes.length + more, INITIAL_BYTES));
  }

  private constructor(base: PackedSections | null, tables: MutableValueTables, initialBytes: number) {
    this.#base = base;
    this.#bytes = new Uint8Array(initialBytes);
    this.#shapes = [...(base?.shapes ?? [])];
    this.#shapeIds = new Map(this.#shapes.map((keys, id) => [keys.join(BETWEEN), id]));
    this.#tables = tables;
    this.#tablesOf = this.#shapes.map((keys) => keys.map((key) => tables.get(key)));
  }

  add(document: D): void {
    const record = document as Readonly<Record<string, unknown>>;
    const shape = this.#shapeFor(record);
    const keys = this.#shapes[shape] as readonly string[];
    const tables = this.#tablesOf[shape] as readonly (ValueTable | undefined)[];
    const values = new Array<unknown>(keys.length);
    for (let k = 0; k < keys.length; k++) {
      const value = record[keys[k] as string];
      values[k] = tables[k]?.placeOf(value) ?? value;
    }
    const text = JSON.stringify(values);
    this.#reserve(text.length * MAX_BYTES);
    this.#append(encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written, shape);
  }

  /** Adds the base's documents from `first` to before `after`, except those marked with 1 in `without`. */
  copy(first: number, after: number, without?: Uint8Array): void {
    const base = this.#base;
    if (base === null) return;
    for (let d = first; d < after; d++) {
      if (without?.[d] === 1) continue;
      const bytes = bytesOf(base, d);
      this.#reserve(bytes.length);
      this.#bytes.set(bytes, this.#length);
      this.#append(bytes.length, base.shapeOf[d] as number);
    }
  }

  /**
   * Returns the packed documents. The packer must not be used afterwards.
   * @param order index of the added document at each position. Default: all documents in the sequence of their addition
   */
  finish(order?: Uint32Array): PackedDocuments<D> {
    const columnOf = <A extends Uint16Array | Uint32Array | Float64Array>(column: GrowableArray<A>): A =>
      order ? column.gather(order) : (column.view().slice() as A);
    return new PackedDocuments({
      bytes: this.#bytes.subarray(0, this.#length),
      starts: columnOf(this.#starts),
      lengths: columnOf(this.#lengths),
      shapeOf: columnOf(this.#shapeOf),
      shapes: this.#shapes,
      tables: Object.fromEntries(Array.from(this.#tables, ([key, { values }]) => [key, values])),
    });
  }

  #append(bytes: number, shape: number): void {
    this.#starts.push(this.#length);
    this.#lengths.push(bytes);
    this.#shapeOf.push(shape);
    this.#length += bytes;
  }

  /** Returns the shape of a document. Most documents have the shape of the previous one. */
  #shapeFor(document: Readonly<Record<string, unknown>>): number {
    const last = this.#shapes[this.#lastShape] ?? [];
    let same = 0;
    for (const key in document) if (document[key] !== undefined && key !== last[same++]) return this.#otherShape(document);
    return same > 0 && same === last.length ? this.#lastShape : this.#otherShape(document);
  }

  #otherShape(document: Readonly<Record<string, unknown>>): number {
    const keys = Object.keys(document).filter((key) => document[key] !== undefined);
    const name = keys.join(BETWEEN);
    let id = this.#shapeIds.get(name);
    if (id === undefined) {
      id = this.#shapes.push(keys) - 1;
      this.#shapeIds.set(name, id);
      this.#tablesOf.push(keys.map((key) => this.#tables.get(key)));
    }
    this.#lastShape = id;
    return id;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.ceil((this.#length + bytes) * 1.5));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
