/** The segments of an index and how they change: log-structured, with one base, one small segment of changes, and merges. */
import { type Audience, accessBits, isVisibleTo } from './audience.ts';
import { compareDefault } from './default-order.ts';
import type { SearchDocument } from './document.ts';
import { MutableSegment } from './mutable-segment.ts';
import { DocumentPacker, type Documents, type PackedDocuments } from './packed-documents.ts';
import { buildSegment } from './segment.ts';
import { imageOf, type PackedSegment, type SegmentImage } from './segment-image.ts';

/** An index as it is at one instant; its base shares the memory of the index and is to be read only. */
export interface IndexImage<D extends SearchDocument> {
  readonly base: SegmentImage;
  /** Documents of the base that were taken out, and those put since it was built. */
  readonly gone: readonly string[];
  readonly fresh: readonly D[];
}

/** Changes that are worth a merge: at least so many unless the index says otherwise, or this share of the base. */
const MERGE_FROM = 256;
const MERGE_SHARE = 0.01;

/** Documents that are copied between two pauses of a merge, and changed ones that find their place. */
const COPIED = 5_000;
const PLACED = 50;

/** Work in slices, done without a pause. */
export const atOnce = <T>(work: Generator<void, T>): T => {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
};

/** The number of the first document of a list in default order that does not stand before this one. */
const placeOf = <D extends SearchDocument>(documents: Documents<D>, document: D): number => {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareDefault(documents.at(middle) as D, document) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Builds the segment of what is left of a base and of what changed, both in default order; pauses between slices of work. */
function* mergeSegments<D extends SearchDocument>(
  base: PackedDocuments<D>,
  gone: Uint8Array,
  changed: readonly D[],
): Generator<void, PackedSegment<D>> {
  const merged = DocumentPacker.after<D>(base.parts, changed.length * 1_024);
  let copied = 0;
  function* copyTo(place: number): Generator<void> {
    while (copied < place) {
      const after = Math.min(copied + COPIED, place);
      merged.copy(copied, after, gone);
      if (after - copied === COPIED) yield;
      copied = after;
    }
  }
  for (let c = 0; c < changed.length; c++) {
    const document = changed[c] as D;
    yield* copyTo(placeOf(base, document));
    merged.add(document);
    if (c % PLACED === 0) yield;
  }
  yield* copyTo(base.length);
  return yield* buildSegment<D, PackedDocuments<D>>(merged.finish());
}

export class SegmentStore<D extends SearchDocument> {
  #packed: PackedSegment<D>;
  #base: MutableSegment<D>;
  /** Documents put since the base was built; the base's own of the same ids are gone. */
  #fresh = new Map<string, D>();
  /** The segment of these, null after a change until a search needs it. */
  #changes: MutableSegment<D> | null = null;
  #merge: { readonly build: Generator<void, PackedSegment<D>>; readonly touched: Set<string> } | null = null;

  readonly #mergeFrom: number;

  constructor(base: PackedSegment<D>, mergeFrom = MERGE_FROM) {
    this.#mergeFrom = mergeFrom;
    this.#packed = base;
    this.#base = new MutableSegment(base);
  }

  get size(): number {
    return this.#base.segment.documents.length - this.#base.removed + this.#fresh.size;
  }

  /** One or two segments without an objectID in common. */
  segments(): MutableSegment<D>[] {
    if (this.#fresh.size === 0) return [this.#base];
    this.#changes ??= new MutableSegment(atOnce(buildSegment<D, D[]>([...this.#fresh.values()].sort(compareDefault))));
    return [this.#base, this.#changes];
  }

  get(objectID: string, audience: Audience): D | undefined {
    const document = this.#fresh.get(objectID) ?? this.#base.get(objectID);
    return document !== undefined && isVisibleTo(audience, accessBits(document)) ? document : undefined;
  }

  update(put: Iterable<D>, remove: Iterable<string>): void {
    for (const objectID of remove) this.#touch(objectID);
    for (const document of put) {
      this.#touch(document.objectID);
      this.#fresh.set(document.objectID, document);
    }
    this.#changes = null;
  }

  /** One slice of a merge, begun when it is due; false when nothing is left to do. */
  tidy(): boolean {
    if (this.#merge === null) {
      const due = Math.max(this.#mergeFrom, this.#base.segment.documents.length * MERGE_SHARE);
      if (this.#fresh.size + this.#base.removed < due) return false;
      const changed = [...this.#fresh.values()].sort(compareDefault);
      this.#merge = { build: mergeSegments(this.#packed.documents, this.#base.gone.slice(), changed), touched: new Set() };
      return true;
    }
    const step = this.#merge.build.next();
    if (step.done !== true) return true;
    this.#adopt(step.value, this.#merge.touched);
    return false;
  }

  image(): IndexImage<D> {
    const gone: string[] = [];
    this.#base.gone.forEach((is, document) => {
      const objectID = is === 1 ? this.#packed.documents.at(document)?.objectID : undefined;
      if (objectID !== undefined) gone.push(objectID);
    });
    return { base: imageOf(this.#packed), gone, fresh: [...this.#fresh.values()] };
  }

  #touch(objectID: string): void {
    this.#base.remove(objectID);
    this.#fresh.delete(objectID);
    this.#merge?.touched.add(objectID);
  }

  /** The merged segment becomes the base, less what changed while it was built. */
  #adopt(segment: PackedSegment<D>, touched: ReadonlySet<string>): void {
    const fresh = new Map([...this.#fresh].filter(([objectID]) => touched.has(objectID)));
    this.#packed = segment;
    this.#base = new MutableSegment(segment);
    for (const objectID of touched) this.#base.remove(objectID);
    this.#fresh = fresh;
    this.#changes = null;
    this.#merge = null;
  }
}
