/** Public API of the search engine. */
export { editDistance, prefixDistance } from './edit-distance.ts';
export type { FacetCount } from './facet-counts.ts';
export { FACET_HITS, searchFacetValues } from './facet-search.ts';
export {
  type Clause,
  COMPARISONS,
  type Comparison,
  type Condition,
  compares,
  type Filter,
  hasValue,
  isBetween,
  type RangeCondition,
  type ValueCondition,
} from './filter.ts';
export { createHighlighter, type Highlighted } from './highlight.ts';
export { type Histogram, HistogramBuilder } from './histogram.ts';
export { createIndex, IndexBuilder } from './index-builder.ts';
export type { QueryPlan, QueryToken } from './query-plan.ts';
export type { Eligibility, FacetValue, IndexedDocument, IndexSchema } from './schema.ts';
export { DEFAULTS, openIndex, SearchIndex, type SearchRequest, type SearchResponse } from './search-index.ts';
export type { Column, SegmentImage } from './segment-image.ts';
export type { IndexImage } from './segment-store.ts';
export type { SynonymTable } from './synonyms.ts';
export type { TypoTolerance } from './text-search.ts';
export { wordsOf } from './tokenizer.ts';
