/**
 * The documents of a large segment as bytes, made into objects one at a time when they are asked for: a tenth of the memory of
 * objects, nothing for the collector to walk, and the very bytes that a snapshot writes. A document is the JSON of its values;
 * its keys are a shape that it shares with others, and values of fields that repeat stand in a table, once each.
 */
import { GrowableArray } from './growable-array.ts';

/** Documents by number; an array is one. */
export interface Documents<D> {
  readonly length: number;
  at(document: number): D | undefined;
}

/** The distinct values of each field that repeats; a document has their places. */
export type ValueTables = Readonly<Record<string, readonly unknown[]>>;

export interface PackedSections {
  readonly bytes: Uint8Array;
  /** Where each document stands among them, in any order, and its bytes. */
  readonly starts: Float64Array;
  readonly lengths: Uint32Array;
  /** The shape of each document. */
  readonly shapeOf: Uint16Array;
  /** The keys of each shape. */
  readonly shapes: readonly (readonly string[])[];
  readonly tables: ValueTables;
}

// Of the Encoding standard, in every browser and in Node; the types of neither are known to a domain's root.
declare const TextEncoder: new () => { encodeInto(text: string, into: Uint8Array): { written: number } };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Documents share the values of a table, so nobody may change one. */
const kept = (value: unknown): unknown => (typeof value === 'object' ? Object.freeze(value) : value);

const bytesOf = ({ bytes, starts, lengths }: PackedSections, document: number): Uint8Array => {
  const start = starts[document] as number;
  return bytes.subarray(start, start + (lengths[document] as number));
};

export class PackedDocuments<D extends object> implements Documents<D> {
  readonly parts: PackedSections;

  constructor(parts: PackedSections) {
    this.parts = parts;
    for (const values of Object.values(parts.tables)) values.forEach(kept);
  }

  get length(): number {
    return this.parts.shapeOf.length;
  }

  at(document: number): D | undefined {
    const { shapeOf, shapes, tables } = this.parts;
    const keys = shapes[shapeOf[document] ?? -1];
    if (keys === undefined) return undefined;
    const values = JSON.parse(decoder.decode(bytesOf(this.parts, document))) as unknown[];
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
const FIRST_ROOM = 65_536;
/** Bytes that a UTF-16 unit can become. */
const MAX_BYTES = 3;

/** What tells values apart, looked up faster than their JSON: most are words, or lists of one. */
const keyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) && value.length <= 1 && value.every((one) => typeof one === 'string')) return BETWEEN + value.join();
  return BETWEEN + BETWEEN + JSON.stringify(value);
};

/** A table that is being filled. */
export class ValueTable {
  readonly values: unknown[];
  readonly #places = new Map<unknown, number>();
  #last: unknown;
  #lastPlace = -1;

  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
    this.values.forEach((value, place) => {
      this.#places.set(keyOf(value), place);
    });
  }

  placeOf(value: unknown): number {
    if (value === this.#last && this.#lastPlace >= 0) return this.#lastPlace;
    const key = keyOf(value);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.values.push(kept(JSON.parse(JSON.stringify(value)))) - 1;
      this.#places.set(key, place);
    }
    this.#last = value;
    this.#lastPlace = place;
    return place;
  }
}

/** By field. */
export type FillingTables = ReadonlyMap<string, ValueTable>;

export const emptyTables = (fields: readonly string[]): FillingTables => new Map(fields.map((field) => [field, new ValueTable()]));

/** Takes documents, new ones or those packed before, and packs them in the order they come. */
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
  readonly #tables: FillingTables;
  /** The table of each key of a shape. */
  readonly #tablesOf: (ValueTable | undefined)[][];

  /** In: the tables of the fields that repeat. */
  static of<D extends object>(tables: FillingTables): DocumentPacker<D> {
    return new DocumentPacker(null, tables, FIRST_ROOM);
  }

  /** In: documents that were packed, to be copied among others; bytes that it will be longer by, for who knows about how many. */
  static after<D extends object>(base: PackedSections, more = 0): DocumentPacker<D> {
    const tables = new Map(Object.entries(base.tables).map(([key, values]) => [key, new ValueTable(values)]));
    return new DocumentPacker(base, tables, Math.max(base.bytes.length + more, FIRST_ROOM));
  }

  private constructor(base: PackedSections | null, tables: FillingTables, room: number) {
    this.#base = base;
    this.#bytes = new Uint8Array(room);
    this.#shapes = [...(base?.shapes ?? [])];
    this.#shapeIds = new Map(this.#shapes.map((keys, id) => [keys.join(BETWEEN), id]));
    this.#tables = tables;
    this.#tablesOf = this.#shapes.map((keys) => keys.map((key) => tables.get(key)));
  }

  add(document: D): void {
    const given = document as Readonly<Record<string, unknown>>;
    const shape = this.#shapeFor(given);
    const keys = this.#shapes[shape] as readonly string[];
    const tables = this.#tablesOf[shape] as readonly (ValueTable | undefined)[];
    const values = new Array<unknown>(keys.length);
    for (let k = 0; k < keys.length; k++) {
      const value = given[keys[k] as string];
      values[k] = tables[k]?.placeOf(value) ?? value;
    }
    const text = JSON.stringify(values);
    this.#makeRoom(text.length * MAX_BYTES);
    this.#took(encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written, shape);
  }

  /** Adds the documents from `first` to `after` (exclusive) of those packed before, less those marked with 1 in `without`. */
  copy(first: number, after: number, without?: Uint8Array): void {
    const base = this.#base;
    if (base === null) return;
    for (let d = first; d < after; d++) {
      if (without?.[d] === 1) continue;
      const bytes = bytesOf(base, d);
      this.#makeRoom(bytes.length);
      this.#bytes.set(bytes, this.#length);
      this.#took(bytes.length, base.shapeOf[d] as number);
    }
  }

  /** In: which of those taken stands at each place, others being left out; as they came when absent. Nothing is taken after. */
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

  #took(bytes: number, shape: number): void {
    this.#starts.push(this.#length);
    this.#lengths.push(bytes);
    this.#shapeOf.push(shape);
    this.#length += bytes;
  }

  /** Most documents have the shape of the one before. */
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

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.ceil((this.#length + bytes) * 1.5));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
