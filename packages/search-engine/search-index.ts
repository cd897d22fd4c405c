/**
 * A search index: a large base segment, a small segment of later changes, and the set of documents removed from the base. A change is
 * visible to the next search. Segments are merged in slices, so that searches and changes can run in between.
 */
import { type FacetCount, type FacetStats, facetStats, mostFrequent, tallyFacet } from './facet-counts.ts';
import type { Filter } from './filter.ts';
import { countRanges, type Histogram, type HistogramRequest } from './histogram.ts';
import { type PlanOptions, planQuery, type QueryPlan } from './query-plan.ts';
import { fieldCosts } from './relevance.ts';
import { allFields, DEFAULT_SORT, type Eligibility, fieldBits, type IndexedDocument, type IndexSchema } from './schema.ts';
import { type PackedSegment, restoreSegment } from './segment-image.ts';
import { type IndexImage, SegmentStore } from './segment-store.ts';
import { groupFilter, Selection } from './selection.ts';
import { type CompiledSynonyms, compileSynonyms, NO_SYNONYMS } from './synonyms.ts';
import { searchText, type TypoTolerance } from './text-search.ts';
import { type Nearest, topHits } from './top-hits.ts';

export interface SearchRequest {
  /** Which documents the response may contain and count. */
  readonly eligibility: Eligibility;
  readonly query?: string;
  readonly filter?: Filter;
  /** Conditions that limit every facet, including disjunctive ones. */
  readonly within?: Filter;
  /** Facets that are counted as if their own filter were not set. */
  readonly disjunctive?: readonly string[];
  readonly facets?: readonly string[];
  readonly maxValuesPerFacet?: number;
  readonly histogram?: HistogramRequest;
  /** The default order, or the name of a sort order of the schema. */
  readonly sort?: string;
  /** Lists the first hits in another order. */
  readonly nearest?: Nearest;
  /** Starts at 0. */
  readonly page?: number;
  readonly hitsPerPage?: number;
  /** Hits beyond this position are counted but not listed. */
  readonly paginationLimitedTo?: number;
  readonly typoTolerance?: TypoTolerance;
  readonly prefix?: PlanOptions['prefix'];
  /** Names of the text fields to search; all by default. */
  readonly fields?: readonly string[];
  /** True if a query that matches nothing falls back to documents with some of its words. */
  readonly anyWordIfNothing?: boolean;
}

export interface SearchResponse<D extends IndexedDocument> {
  readonly hits: readonly D[];
  readonly nbHits: number;
  readonly page: number;
  readonly nbPages: number;
  readonly hitsPerPage: number;
  /** By attribute, most frequent value first, exact counts. Attributes that are not facets are absent. */
  readonly facets: ReadonlyMap<string, readonly FacetCount[]>;
  readonly facetsStats: ReadonlyMap<string, FacetStats>;
  /** Null if none was requested or no hit has a number. A disjunctive attribute ignores its own filter. */
  readonly histogram: Histogram | null;
  /** Plan of the query, and whether typos were allowed. For highlighting. */
  readonly plan: QueryPlan;
  readonly typos: boolean;
}

/** Default limits of a request. */
export const DEFAULTS = { hitsPerPage: 1000, maxValuesPerFacet: 100, paginationLimitedTo: 1000 } as const;

export interface IndexOptions {
  /** Number of changes from which a merge is due. Default: 256. */
  readonly mergeThreshold?: number | undefined;
}

export class SearchIndex<D extends IndexedDocument> {
  readonly #schema: IndexSchema<D>;
  readonly #fieldCosts: Int32Array;
  #store: SegmentStore<D>;
  readonly #synonyms: CompiledSynonyms;
  #revision = 0;

  /** Use `createIndex`, `IndexBuilder` or `openIndex`. */
  constructor(schema: IndexSchema<D>, base: PackedSegment<D>, { mergeThreshold }: IndexOptions) {
    this.#schema = schema;
    this.#fieldCosts = fieldCosts(schema.textFields);
    this.#store = new SegmentStore(schema, base, mergeThreshold);
    this.#synonyms = compileSynonyms(schema.synonyms ?? NO_SYNONYMS);
  }

  /** Number of documents, regardless of eligibility. */
  get size(): number {
    return this.#store.size;
  }

  /** Changes with every update. Values computed from the index are out of date if it differs. */
  get revision(): number {
    return this.#revision;
  }

  /** Adds or replaces documents by objectID and removes others. The next search sees the change. */
  update(changes: { readonly put?: Iterable<D>; readonly remove?: Iterable<string> }): void {
    this.#revision++;
    this.#store.update(changes.put ?? [], changes.remove ?? []);
  }

  /** Takes over the documents of another index, which must not be used afterwards. */
  replaceWith(other: SearchIndex<D>): void {
    this.#revision++;
    this.#store = other.#store;
  }

  /** Runs one slice of a merge, which takes a few milliseconds. Returns true if more slices remain. Call it when idle. */
  tidy(): boolean {
    return this.#store.tidy();
  }

  /** Creates an image of the current index. Later changes do not affect it. */
  image(): IndexImage<D> {
    return this.#store.image();
  }

  /** Returns the document of an id if it is eligible. */
  get(objectID: string, eligibility: Eligibility): D | undefined {
    return this.#store.get(objectID, eligibility);
  }

  /** Searches the index. */
  search(request: SearchRequest): SearchResponse<D> {
    const { plan, selections, maxTypos } = this.#select(request);
    const hitsPerPage = request.hitsPerPage ?? DEFAULTS.hitsPerPage;
    const page = request.page ?? 0;
    const nbHits = selections.reduce((count, selection) => count + selection.hits.size, 0);
    const { nearest } = request;
    const listed = Math.min(nbHits, request.paginationLimitedTo ?? DEFAULTS.paginationLimitedTo, nearest?.among ?? nbHits);
    const most = request.maxValuesPerFacet ?? DEFAULTS.maxValuesPerFacet;
    const facets = new Map<string, readonly FacetCount[]>();
    const facetsStats = new Map<string, FacetStats>();
    for (const attribute of request.facets ?? []) {
      const tally = tallyFacet(selections, attribute);
      if (tally === null) continue;
      facets.set(attribute, mostFrequent(tally, most));
      const stats = this.#schema.statistics.includes(attribute) ? facetStats(tally) : null;
      if (stats !== null) facetsStats.set(attribute, stats);
    }
    return {
      hits: topHits(this.#schema, selections, {
        sort: this.#sortOf(request),
        nearest,
        from: Math.min(page * hitsPerPage, listed),
        to: Math.min((page + 1) * hitsPerPage, listed),
      }),
      nbHits,
      page,
      nbPages: hitsPerPage === 0 ? 0 : Math.ceil(listed / hitsPerPage),
      hitsPerPage,
      facets,
      facetsStats,
      histogram: request.histogram === undefined ? null : countRanges(selections, request.histogram),
      plan,
      typos: maxTypos > 0,
    };
  }

  /** Counts every value of a facet in the hits of a request, most frequent first. Returns null if the attribute is not a facet. */
  countFacet(attribute: string, request: SearchRequest): readonly FacetCount[] | null {
    const tally = tallyFacet(this.#select(request).selections, attribute);
    return tally && mostFrequent(tally, Number.POSITIVE_INFINITY);
  }

  /** Plans a query as `search` does, for highlighting and for facet value search. */
  plan(query: string, prefix: PlanOptions['prefix'] = 'last'): QueryPlan {
    return planQuery(query, { prefix, synonyms: this.#synonyms });
  }

  #sortOf({ sort = DEFAULT_SORT }: SearchRequest): string {
    if (sort !== DEFAULT_SORT && !Object.hasOwn(this.#schema.sorts, sort)) throw new RangeError(`The schema has no sort order ${sort}.`);
    return sort;
  }

  #select(request: SearchRequest): { plan: QueryPlan; selections: Selection<D>[]; maxTypos: number } {
    const plan = this.plan(request.query ?? '', request.prefix);
    const filter = groupFilter(request.filter ?? [], request.disjunctive ?? [], request.within);
    const segments = this.#store.segments();
    const { textFields } = this.#schema;
    const { tallies, maxTypos } = searchText(segments, request.eligibility, {
      plan,
      tolerance: request.typoTolerance ?? 'min',
      anyWord: request.anyWordIfNothing ?? false,
      fields: request.fields === undefined ? allFields(textFields) : fieldBits(textFields, request.fields),
      fieldCosts: this.#fieldCosts,
    });
    const selections = segments.map((live, index) => new Selection(live, request.eligibility, tallies[index] ?? null, maxTypos, filter));
    return { plan, selections, maxTypos };
  }
}

/**
 * Opens the image of an index. The index uses the image's memory.
 * @throws if the image is incomplete
 */
export const openIndex = <D extends IndexedDocument>(
  schema: IndexSchema<D>,
  { base, gone, fresh }: IndexImage<D>,
  options: IndexOptions = {},
): SearchIndex<D> => {
  const index = new SearchIndex(schema, restoreSegment<D>(base), options);
  index.update({ put: fresh, remove: gone });
  return index;
};
