/**
 * The documents of a large segment as bytes, made into objects one at a time when they are asked for: a tenth of the memory of
 * objects, nothing for the collector to walk, and the very bytes that a snapshot writes. A document is the JSON of its values;
 * its keys are a shape that it shares with others.
 */
import { GrowingArray } from './growing-array.ts';

/** Documents by number; an array is one. */
export interface Documents<D> {
  readonly length: number;
  at(document: number): D | undefined;
}

export interface PackedParts {
  readonly bytes: Uint8Array;
  /** Document d stands from `starts[d]` to `starts[d + 1]`. */
  readonly starts: Float64Array;
  /** The shape of each document. */
  readonly shapeOf: Uint16Array;
  /** The keys of each shape. */
  readonly shapes: readonly (readonly string[])[];
}

// Of the Encoding standard, in every browser and in Node; the types of neither are known to a domain's root.
declare const TextEncoder: new () => { encodeInto(text: string, into: Uint8Array): { written: number } };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class PackedDocuments<D extends object> implements Documents<D> {
  readonly parts: PackedParts;

  constructor(parts: PackedParts) {
    this.parts = parts;
  }

  get length(): number {
    return this.parts.shapeOf.length;
  }

  at(document: number): D | undefined {
    const { bytes, starts, shapeOf, shapes } = this.parts;
    const keys = shapes[shapeOf[document] ?? -1];
    if (keys === undefined) return undefined;
    const values = JSON.parse(decoder.decode(bytes.subarray(starts[document], starts[document + 1]))) as unknown[];
    const made: Record<string, unknown> = {};
    for (let k = 0; k < keys.length; k++) made[keys[k] as string] = values[k];
    return made as D;
  }
}

const BETWEEN = '\u0000';
const FIRST_ROOM = 65_536;
/** Bytes that a UTF-16 unit can become. */
const MOST_BYTES = 3;

/** Takes documents, new or packed before, and packs them in the order they come. */
export class DocumentPacker<D extends object> {
  #bytes: Uint8Array;
  #length = 0;
  readonly #ends = new GrowingArray((length) => new Float64Array(length));
  readonly #shapeOf = new GrowingArray((length) => new Uint16Array(length));
  readonly #shapes: (readonly string[])[] = [];
  readonly #shapeIds = new Map<string, number>();

  /** In: bytes to begin with, for who knows about how many it will be. */
  constructor(room = FIRST_ROOM) {
    this.#bytes = new Uint8Array(Math.max(room, FIRST_ROOM));
  }

  add(document: D): void {
    const entries = Object.entries(document).filter(([, value]) => value !== undefined);
    const text = JSON.stringify(entries.map(([, value]) => value));
    this.#makeRoom(text.length * MOST_BYTES);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    this.#end(this.#shapeId(entries.map(([key]) => key)));
  }

  /** Adds the documents from `first` to `after` (exclusive) of others, less those marked with 1 in `without`. */
  copy(from: PackedParts, first: number, after: number, without?: Uint8Array): void {
    const shapeIds = from.shapes.map((keys) => this.#shapeId(keys));
    for (let d = first; d < after; d++) {
      if (without?.[d] === 1) continue;
      const [start, end] = [from.starts[d] as number, from.starts[d + 1] as number];
      this.#makeRoom(end - start);
      this.#bytes.set(from.bytes.subarray(start, end), this.#length);
      this.#length += end - start;
      this.#end(shapeIds[from.shapeOf[d] as number] as number);
    }
  }

  finish(): PackedDocuments<D> {
    const ends = this.#ends.view();
    const starts = new Float64Array(ends.length + 1);
    starts.set(ends, 1);
    return new PackedDocuments({
      bytes: this.#bytes.slice(0, this.#length),
      starts,
      shapeOf: this.#shapeOf.view().slice(),
      shapes: this.#shapes,
    });
  }

  #end(shape: number): void {
    this.#ends.push(this.#length);
    this.#shapeOf.push(shape);
  }

  #shapeId(keys: readonly string[]): number {
    const name = keys.join(BETWEEN);
    let id = this.#shapeIds.get(name);
    if (id === undefined) {
      id = this.#shapes.push(keys) - 1;
      this.#shapeIds.set(name, id);
    }
    return id;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.ceil((this.#length + bytes) * 1.5));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
