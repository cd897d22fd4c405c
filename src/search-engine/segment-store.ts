/** The segments of an index and how they change: log-structured, with one base, one small segment of changes, and merges. */
import { type Audience, accessBits, mayShow } from './audience.ts';
import { compareDefault } from './default-order.ts';
import type { SearchDocument } from './document.ts';
import { LiveSegment } from './live-segment.ts';
import { buildSegment, type Segment } from './segment.ts';

/** Changes that are worth a merge: at least so many unless the index says otherwise, or this share of the base. */
const MERGE_FROM = 256;
const MERGE_SHARE = 0.01;

const finish = <D extends SearchDocument>(build: Generator<void, Segment<D>>): Segment<D> => {
  for (;;) {
    const step = build.next();
    if (step.done === true) return step.value;
  }
};

/** Two lists in default order as one. */
const mergeSorted = <D extends SearchDocument>(left: Iterable<D>, right: readonly D[]): D[] => {
  const merged: D[] = [];
  let next = 0;
  for (const document of left) {
    for (let other = right[next]; other !== undefined && compareDefault(other, document) < 0; other = right[next]) {
      merged.push(other);
      next++;
    }
    merged.push(document);
  }
  return [...merged, ...right.slice(next)];
};

export class SegmentStore<D extends SearchDocument> {
  #base: LiveSegment<D>;
  /** Documents put since the base was built; the base's own of the same ids are gone. */
  #fresh = new Map<string, D>();
  /** The segment of these, null after a change until a search needs it. */
  #changes: LiveSegment<D> | null = null;
  #merge: { readonly build: Generator<void, Segment<D>>; readonly touched: Set<string> } | null = null;

  readonly #mergeFrom: number;

  /** In: documents in default order, each objectID once. */
  constructor(documents: readonly D[], mergeFrom = MERGE_FROM) {
    this.#mergeFrom = mergeFrom;
    this.#base = new LiveSegment(finish(buildSegment(documents)));
  }

  get size(): number {
    return this.#base.segment.documents.length - this.#base.removed + this.#fresh.size;
  }

  /** One or two segments without an objectID in common. */
  segments(): LiveSegment<D>[] {
    if (this.#fresh.size === 0) return [this.#base];
    this.#changes ??= new LiveSegment(finish(buildSegment([...this.#fresh.values()].sort(compareDefault))));
    return [this.#base, this.#changes];
  }

  get(objectID: string, audience: Audience): D | undefined {
    const document = this.#fresh.get(objectID) ?? this.#base.get(objectID);
    return document !== undefined && mayShow(audience, accessBits(document)) ? document : undefined;
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
      const documents = mergeSorted(this.#base.remaining(), [...this.#fresh.values()].sort(compareDefault));
      this.#merge = { build: buildSegment(documents), touched: new Set() };
      return true;
    }
    const step = this.#merge.build.next();
    if (step.done !== true) return true;
    this.#adopt(step.value, this.#merge.touched);
    return false;
  }

  #touch(objectID: string): void {
    this.#base.remove(objectID);
    this.#fresh.delete(objectID);
    this.#merge?.touched.add(objectID);
  }

  /** The merged segment becomes the base, less what changed while it was built. */
  #adopt(segment: Segment<D>, touched: ReadonlySet<string>): void {
    const fresh = new Map([...this.#fresh].filter(([objectID]) => touched.has(objectID)));
    this.#base = new LiveSegment(segment);
    for (const objectID of touched) this.#base.remove(objectID);
    this.#fresh = fresh;
    this.#changes = null;
    this.#merge = null;
  }
}
