/** Searches the values of one facet. */
import type { FacetCount } from './facet-counts.ts';
import { createHighlighter, type HighlightOptions, matchText } from './highlight.ts';
import type { IndexedDocument } from './schema.ts';
import type { SearchIndex, SearchRequest } from './search-index.ts';
import { placedParts } from './tokenizer.ts';

/** Number of values that a search returns. */
export const FACET_HITS = { least: 1, most: 100, default: 10 } as const;

export interface FacetHit extends FacetCount {
  readonly highlighted: string;
}

export interface FacetSearch {
  readonly attribute: string;
  /** Words of the value, of which the last may be a prefix. Empty for all values. */
  readonly facetQuery: string;
  readonly maxFacetHits?: number;
  /** The search whose hits contain the values. */
  readonly within: SearchRequest;
  readonly tags: Omit<HighlightOptions, 'typos'>;
}

/**
 * Returns matching values, most frequent first. Values with typos match only if no other does. Returns null if the attribute is not a
 * facet.
 */
export const searchFacetValues = <D extends IndexedDocument>(index: SearchIndex<D>, search: FacetSearch): FacetHit[] | null => {
  const counts = index.countFacet(search.attribute, search.within);
  if (counts === null) return null;
  const plan = index.plan(search.facetQuery);
  const placed = counts.map((count) => ({ count, parts: placedParts(count.value) }));
  const matching = (typos: boolean) => placed.filter(({ parts }) => matchText(plan, parts, typos));
  const exact = matching(false);
  const typos = exact.length === 0;
  const highlight = createHighlighter(plan, { ...search.tags, typos });
  const most = Math.min(Math.max(search.maxFacetHits ?? FACET_HITS.default, FACET_HITS.least), FACET_HITS.most);
  return (typos ? matching(true) : exact).slice(0, most).map(({ count }) => ({ ...count, highlighted: highlight(count.value).value }));
};
