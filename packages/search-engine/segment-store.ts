/** Stores the segments of an index in a log-structured way: one base, one small segment of changes, and merges. */
import { createDefaultComparison } from './document-order.ts';
import { MutableSegment } from './mutable-segment.ts';
import { DocumentPacker, type Documents, type PackedDocuments } from './packed-documents.ts';
import type { Eligibility, IndexedDocument, IndexSchema } from './schema.ts';
import { buildSegment } from './segment.ts';
import { imageOf, type PackedSegment, type SegmentImage } from './segment-image.ts';

/** An index at one instant. Its base shares the memory of the index and must not be changed. */
export interface IndexImage<D extends IndexedDocument> {
  readonly base: SegmentImage;
  /** Ids of base documents that were removed, and documents put since the base was built. */
  readonly gone: readonly string[];
  readonly fresh: readonly D[];
}

/** Changes from which a merge is due: minimum number, and share of the base. */
const MERGE_THRESHOLD = 256;
const MERGE_SHARE = 0.01;

/** Documents between two pauses of a merge: copied ones, and changed ones. */
const COPIES_PER_SLICE = 5_000;
const CHANGES_PER_SLICE = 50;

/** Runs sliced work to its end without a pause. */
export const runToEnd = <T>(work: Generator<void, T>): T => {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
};

/** Returns the number of the first document of a list in default order that does not sort before the given one. */
const placeOf = <D extends IndexedDocument>(compare: (a: D, b: D) => number, documents: Documents<D>, document: D): number => {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(documents.at(middle) as D, document) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Merges the remaining documents of a base with the changed ones, both in default order. Pauses between slices of work. */
function* mergeSegments<D extends IndexedDocument>(
  schema: IndexSchema<D>,
  base: PackedDocuments<D>,
  missing: Uint8Array,
  changed: readonly D[],
): Generator<void, PackedSegment<D>> {
  const compare = createDefaultComparison(schema);
  const merged = DocumentPacker.after<D>(base.parts, changed.length * 1_024);
  let copied = 0;
  function* copyTo(index: number): Generator<void> {
    while (copied < index) {
      const after = Math.min(copied + COPIES_PER_SLICE, index);
      merged.copy(copied, after, missing);
      if (after - copied === COPIES_PER_SLICE) yield;
      copied = after;
    }
  }
  for (let c = 0; c < changed.length; c++) {
    const document = changed[c] as D;
    yield* copyTo(placeOf(compare, base, document));
    merged.add(document);
    if (c % CHANGES_PER_SLICE === 0) yield;
  }
  yield* copyTo(base.length);
  return yield* buildSegment<D, PackedDocuments<D>>(schema, merged.finish());
}

export class SegmentStore<D extends IndexedDocument> {
  readonly #schema: IndexSchema<D>;
  readonly #compare: (a: D, b: D) => number;
  #packed: PackedSegment<D>;
  #base: MutableSegment<D>;
  /** Documents put since the base was built. Base documents with the same ids are gone. */
  #fresh = new Map<string, D>();
  /** Segment of these documents. Null after a change, until a search needs it. */
  #changes: MutableSegment<D> | null = null;
  #merge: { readonly build: Generator<void, PackedSegment<D>>; readonly touched: Set<string> } | null = null;

  readonly #mergeThreshold: number;

  constructor(schema: IndexSchema<D>, base: PackedSegment<D>, mergeThreshold = MERGE_THRESHOLD) {
    this.#schema = schema;
    this.#compare = createDefaultComparison(schema);
    this.#mergeThreshold = mergeThreshold;
    this.#packed = base;
    this.#base = new MutableSegment(base);
  }

  get size(): number {
    return this.#base.segment.documents.length - this.#base.removed + this.#fresh.size;
  }

  /** Returns one or two segments, which have no objectID in common. */
  segments(): MutableSegment<D>[] {
    if (this.#fresh.size === 0) return [this.#base];
    this.#changes ??= new MutableSegment(runToEnd(buildSegment<D, D[]>(this.#schema, [...this.#fresh.values()].sort(this.#compare))));
    return [this.#base, this.#changes];
  }

  get(objectID: string, eligibility: Eligibility): D | undefined {
    const document = this.#fresh.get(objectID) ?? this.#base.get(objectID);
    return document !== undefined && eligibility.allows(this.#schema.accessBits(document)) ? document : undefined;
  }

  update(put: Iterable<D>, remove: Iterable<string>): void {
    for (const objectID of remove) this.#touch(objectID);
    for (const document of put) {
      this.#touch(document.objectID);
      this.#fresh.set(document.objectID, document);
    }
    this.#changes = null;
  }

  /** Runs one slice of a merge and starts the merge if it is due. Returns false if nothing is left to do. */
  tidy(): boolean {
    if (this.#merge === null) {
      const due = Math.max(this.#mergeThreshold, this.#base.segment.documents.length * MERGE_SHARE);
      if (this.#fresh.size + this.#base.removed < due) return false;
      const changed = [...this.#fresh.values()].sort(this.#compare);
      this.#merge = { build: mergeSegments(this.#schema, this.#packed.documents, this.#base.gone.slice(), changed), touched: new Set() };
      return true;
    }
    const step = this.#merge.build.next();
    if (step.done !== true) return true;
    this.#adopt(step.value, this.#merge.touched);
    return false;
  }

  image(): IndexImage<D> {
    const missing: string[] = [];
    this.#base.gone.forEach((is, document) => {
      const objectID = is === 1 ? this.#packed.documents.at(document)?.objectID : undefined;
      if (objectID !== undefined) missing.push(objectID);
    });
    return { base: imageOf(this.#packed), gone: missing, fresh: [...this.#fresh.values()] };
  }

  #touch(objectID: string): void {
    this.#base.remove(objectID);
    this.#fresh.delete(objectID);
    this.#merge?.touched.add(objectID);
  }

  /** Replaces the base by the merged segment, without documents that changed during the merge. */
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
