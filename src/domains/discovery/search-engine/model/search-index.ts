/**
 * The index of one market's offers: a large base segment, a small one of what changed since, and what was taken out of the base.
 * A change is seen by the next search; the segments are merged in slices, between which searches and changes go on.
 */
import type { Audience } from './audience.ts';
import type { Sort } from './default-order.ts';
import type { SearchDocument } from './document.ts';
import { type FacetCount, type FacetStats, facetCounts, facetStats } from './facet-counts.ts';
import type { Filter } from './filter.ts';
import { type CompiledSynonyms, compileSynonyms, type PlanOptions, planQuery, type QueryPlan } from './query-plan.ts';
import { ALL_FIELDS, fieldBits } from './relevance.ts';
import { type PackedSegment, segmentFrom } from './segment-image.ts';
import { type IndexImage, SegmentStore } from './segment-store.ts';
import { type GroupedFilter, groupFilter, type Selection, select } from './selection.ts';
import { SYNONYMS, type SynonymTable } from './synonyms.ts';
import { searchText, type TypoTolerance } from './text-search.ts';
import { topHits } from './top-hits.ts';

export interface SearchRequest {
  /** Whom the answer is for; decided by the server, never read from what was sent. */
  readonly audience: Audience;
  readonly query?: string;
  readonly filter?: Filter;
  /** Conditions that hold for every facet, whatever is disjunctive: what a list is a list of. */
  readonly within?: Filter;
  /** Facets counted as if their own filter were not set. */
  readonly disjunctive?: readonly string[];
  readonly facets?: readonly string[];
  readonly maxValuesPerFacet?: number;
  readonly sort?: Sort;
  /** From 0. */
  readonly page?: number;
  readonly hitsPerPage?: number;
  /** Hits beyond these places are counted but never listed. */
  readonly paginationLimitedTo?: number;
  readonly typoTolerance?: TypoTolerance;
  readonly prefix?: PlanOptions['prefix'];
  /** Names of searched fields (document.ts) looked in; all when absent. */
  readonly fields?: readonly string[];
  readonly anyWordIfNothing?: boolean;
}

export interface SearchResponse<D extends SearchDocument> {
  readonly hits: readonly D[];
  readonly nbHits: number;
  readonly page: number;
  readonly nbPages: number;
  readonly hitsPerPage: number;
  /** By attribute, most frequent value first; attributes that are no facets are absent. Counts are exact. */
  readonly facets: ReadonlyMap<string, readonly FacetCount[]>;
  readonly facetsStats: ReadonlyMap<string, FacetStats>;
  /** What was looked for, and whether with typos, for highlighting. */
  readonly plan: QueryPlan;
  readonly typos: boolean;
}

/** SPEC.md §9 and DECISIONS.md "Sites and markets": 1000 hits a page; vendor-wire.md §2 for the others. */
export const DEFAULTS = { hitsPerPage: 1000, maxValuesPerFacet: 100, paginationLimitedTo: 1000 } as const;

export interface IndexOptions {
  /** Those of the trade when absent. */
  readonly synonyms?: SynonymTable;
  /** Changes from which a merge is due, 256 when absent. */
  readonly mergeFrom?: number | undefined;
}

export class SearchIndex<D extends SearchDocument = SearchDocument> {
  #store: SegmentStore<D>;
  readonly #synonyms: CompiledSynonyms;

  /** In: a segment of all its documents; made by `createIndex`, `IndexBuilder` and `openIndex`. */
  constructor(base: PackedSegment<D>, { synonyms = SYNONYMS, mergeFrom }: IndexOptions) {
    this.#store = new SegmentStore(base, mergeFrom);
    this.#synonyms = compileSynonyms(synonyms);
  }

  /** Offers in the index, whoever may see them. */
  get size(): number {
    return this.#store.size;
  }

  /** Adds or replaces documents by objectID and removes others; the next search sees it. */
  update(changes: { readonly put?: Iterable<D>; readonly remove?: Iterable<string> }): void {
    this.#store.update(changes.put ?? [], changes.remove ?? []);
  }

  /** Becomes what another index is, which is not used after. */
  become(other: SearchIndex<D>): void {
    this.#store = other.#store;
  }

  /** Does a slice of the merging that is due (some milliseconds, at 100,000 offers at most some tens); true while more is left. Call it when idle. */
  tidy(): boolean {
    return this.#store.tidy();
  }

  /** The index as it is now, to be written down at leisure: later changes do not reach it. */
  image(): IndexImage<D> {
    return this.#store.image();
  }

  /** The document of an id, if this audience may see it. */
  get(objectID: string, audience: Audience): D | undefined {
    return this.#store.get(objectID, audience);
  }

  /** Answers a request (SPEC.md §2 search state, §7 hosted search). */
  search(request: SearchRequest): SearchResponse<D> {
    const { plan, selections, filter, mostTypos } = this.#select(request);
    const hitsPerPage = request.hitsPerPage ?? DEFAULTS.hitsPerPage;
    const page = request.page ?? 0;
    const nbHits = selections.reduce((count, selection) => count + selection.hitCount, 0);
    const listed = Math.min(nbHits, request.paginationLimitedTo ?? DEFAULTS.paginationLimitedTo);
    const most = request.maxValuesPerFacet ?? DEFAULTS.maxValuesPerFacet;
    const facets = new Map<string, readonly FacetCount[]>();
    const facetsStats = new Map<string, FacetStats>();
    for (const attribute of request.facets ?? []) {
      const counts = facetCounts(selections, filter, attribute);
      if (counts === null) continue;
      facets.set(attribute, counts.slice(0, most));
      const stats = facetStats(attribute, counts);
      if (stats !== null) facetsStats.set(attribute, stats);
    }
    return {
      hits: topHits(
        selections,
        request.sort ?? 'default',
        Math.min(page * hitsPerPage, listed),
        Math.min((page + 1) * hitsPerPage, listed),
      ),
      nbHits,
      page,
      nbPages: hitsPerPage === 0 ? 0 : Math.ceil(listed / hitsPerPage),
      hitsPerPage,
      facets,
      facetsStats,
      plan,
      typos: mostTypos > 0,
    };
  }

  /** Every value of a facet with its count in the answer to a request, most frequent first; null when it is no facet. */
  countFacet(attribute: string, request: SearchRequest): readonly FacetCount[] | null {
    const { selections, filter } = this.#select(request);
    return facetCounts(selections, filter, attribute);
  }

  /** How a text is understood: what `search` matches, for highlighting and for facet-value search. */
  plan(query: string, prefix: PlanOptions['prefix'] = 'last'): QueryPlan {
    return planQuery(query, { prefix, synonyms: this.#synonyms });
  }

  #select(request: SearchRequest): { plan: QueryPlan; selections: Selection<D>[]; filter: GroupedFilter; mostTypos: number } {
    const plan = this.plan(request.query ?? '', request.prefix);
    const filter = groupFilter(request.filter ?? [], request.disjunctive ?? [], request.within);
    const segments = this.#store.segments();
    const { tallies, mostTypos } = searchText(segments, request.audience, {
      plan,
      tolerance: request.typoTolerance ?? 'min',
      anyWord: request.anyWordIfNothing ?? false,
      fields: request.fields === undefined ? ALL_FIELDS : fieldBits(request.fields),
    });
    const selections = segments.map((live, index) => select(live, request.audience, tallies[index] ?? null, mostTypos, filter));
    return { plan, selections, filter, mostTypos };
  }
}

/** In: the image of an index, such as `image` made it. Out: the index, over the image's memory. @throws where the image lacks a part */
export const openIndex = <D extends SearchDocument>({ base, gone, fresh }: IndexImage<D>, options: IndexOptions = {}): SearchIndex<D> => {
  const index = new SearchIndex(segmentFrom<D>(base), options);
  index.update({ put: fresh, remove: gone });
  return index;
};
