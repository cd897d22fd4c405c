import { type Audience, audienceKey, isVisibleTo } from './audience.ts';
import type { SearchDocument } from './document.ts';
import type { Segment } from './segment.ts';
import { matchMemory } from './text-match.ts';

/** Standing of a document: passes every filter, fails only group g − 1 (g from 1), or is out. */
export const PASSES = 0;
export const OUT = 255;

/** Documents that stay unpacked for the next answer. */
const AT_HAND = 1_024;

/** A segment at work: what has been replaced or removed since it was built, and memory that searches use again. */
export class MutableSegment<D extends SearchDocument> {
  readonly segment: Segment<D>;
  readonly memory;
  readonly hits: Uint32Array;
  readonly nearMisses: Uint32Array;
  readonly standing: Uint8Array;
  readonly marks: Uint8Array;
  readonly keys: Float64Array;
  /** Standing before any filter, and those that may be shown, by audience. */
  readonly #shown = new Map<number, Uint8Array>();
  readonly #shownList = new Map<number, Uint32Array>();
  /** 1 for each document that was taken out. */
  readonly gone: Uint8Array;
  removed = 0;
  readonly #atHand = new Map<number, D>();

  constructor(segment: Segment<D>) {
    const size = segment.documents.length;
    this.segment = segment;
    this.memory = matchMemory(size);
    this.hits = new Uint32Array(size);
    this.nearMisses = new Uint32Array(size);
    this.standing = new Uint8Array(size);
    this.marks = new Uint8Array(size);
    this.keys = new Float64Array(size);
    this.gone = new Uint8Array(size);
  }

  /** Takes a document out of every further answer; false when it was not there. */
  remove(objectID: string): boolean {
    const document = this.segment.numbers.get(objectID);
    if (document === undefined || this.gone[document] === 1) return false;
    this.gone[document] = 1;
    this.removed++;
    for (const shown of this.#shown.values()) shown[document] = OUT;
    this.#shownList.clear();
    return true;
  }

  /** The document of an id, if it is still there. */
  get(objectID: string): D | undefined {
    const document = this.segment.numbers.get(objectID);
    return document === undefined || this.gone[document] === 1 ? undefined : this.document(document);
  }

  /** The document of a number; asked again soon it is the same object, so that who makes something of it can keep that by it. */
  document(number: number): D | undefined {
    const kept = this.#atHand.get(number);
    if (kept !== undefined) return kept;
    const document = this.segment.documents.at(number);
    if (document === undefined) return undefined;
    const [oldest] = this.#atHand.size < AT_HAND ? [] : this.#atHand.keys();
    if (oldest !== undefined) this.#atHand.delete(oldest);
    this.#atHand.set(number, document);
    return document;
  }

  /** 0 for each document that this audience may be shown, 255 for the others. */
  shownTo(audience: Audience): Uint8Array {
    const key = audienceKey(audience);
    let shown = this.#shown.get(key);
    if (shown === undefined) {
      const { access } = this.segment;
      shown = new Uint8Array(access.length);
      for (let d = 0; d < access.length; d++) shown[d] = this.gone[d] === 0 && isVisibleTo(audience, access[d] as number) ? PASSES : OUT;
      this.#shown.set(key, shown);
    }
    return shown;
  }

  /** The documents that this audience may be shown, in default order. */
  listFor(audience: Audience): Uint32Array {
    const key = audienceKey(audience);
    let list = this.#shownList.get(key);
    if (list === undefined) {
      const shown = this.shownTo(audience);
      let count = 0;
      for (let d = 0; d < shown.length; d++) {
        this.hits[count] = d;
        count += Number(shown[d] === PASSES);
      }
      list = this.hits.slice(0, count);
      this.#shownList.set(key, list);
    }
    return list;
  }
}
