/** Search inside the values of one facet (SPEC.md §5: 1 to 100 values, default 10). */

import { matchText } from './compound-match.ts';
import type { SearchDocument } from './document.ts';
import type { FacetCount } from './facet-counts.ts';
import { type HighlightOptions, highlighter } from './highlight.ts';
import type { SearchIndex, SearchRequest } from './search-index.ts';
import { placedParts } from './tokenizer.ts';

export const FACET_HITS = { least: 1, most: 100, default: 10 } as const;

export interface FacetHit extends FacetCount {
  readonly highlighted: string;
}

export interface FacetSearch {
  readonly attribute: string;
  /** Words of the value, the last one possibly unfinished; empty for all values. */
  readonly facetQuery: string;
  readonly maxFacetHits?: number;
  /** The answer whose values are searched. */
  readonly within: SearchRequest;
  readonly tags: Omit<HighlightOptions, 'typos'>;
}

/** Out: matching values with their counts, most frequent first, those without typos if there are any; null when it is no facet. */
export const searchFacetValues = <D extends SearchDocument>(index: SearchIndex<D>, search: FacetSearch): FacetHit[] | null => {
  const counts = index.countFacet(search.attribute, search.within);
  if (counts === null) return null;
  const plan = index.plan(search.facetQuery);
  const placed = counts.map((count) => ({ count, parts: placedParts(count.value) }));
  const matching = (typos: boolean) => placed.filter(({ parts }) => matchText(plan, parts, typos));
  const exact = matching(false);
  const typos = exact.length === 0;
  const highlight = highlighter(plan, { ...search.tags, typos });
  const most = Math.min(Math.max(search.maxFacetHits ?? FACET_HITS.default, FACET_HITS.least), FACET_HITS.most);
  return (typos ? matching(true) : exact).slice(0, most).map(({ count }) => ({ ...count, highlighted: highlight(count.value).value }));
};
