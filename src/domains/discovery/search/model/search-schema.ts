/** How the search engine indexes the shop's documents. */
import type { IndexSchema } from '#packages/search-engine/index.ts';
import {
  FACET_ATTRIBUTES,
  NUMERIC_ATTRIBUTES,
  type SearchDocument,
  SHARED_KEYS,
  type Sort,
  STATISTIC_ATTRIBUTES,
  TEXT_FIELDS,
  TEXT_KEYS,
} from './search-attributes.ts';
import { accessBits } from './search-audience.ts';
import { SYNONYMS } from './synonyms.ts';

/** The price that lists are sorted by: the bottle price, in cents, which is the largest figure on a card. */
const bottleCents = (d: SearchDocument): number => Math.round(d.bottlePrice * 100);

/** Schema of the index. Unsorted lists show sold-out offers last, then sort by slot, popularity and name. */
export const SEARCH_SCHEMA: IndexSchema<SearchDocument> = {
  textFields: TEXT_FIELDS,
  textKeys: TEXT_KEYS,
  facets: FACET_ATTRIBUTES,
  statistics: STATISTIC_ATTRIBUTES,
  numbers: NUMERIC_ATTRIBUTES,
  sharedKeys: SHARED_KEYS,
  order: [
    { kind: 'number', read: (d) => (d.inventoryStatus === 'SOLD_OUT' ? 1 : 0) },
    { kind: 'number', read: (d) => d.slot ?? Number.POSITIVE_INFINITY },
    { kind: 'number', descending: true, read: (d) => d.popularity },
    { kind: 'text', read: (d) => d.name },
  ],
  sorts: {
    price_asc: { descending: false, read: bottleCents },
    price_desc: { descending: true, read: bottleCents },
  } satisfies Record<Exclude<Sort, 'default'>, unknown>,
  synonyms: SYNONYMS,
  accessBits,
};
