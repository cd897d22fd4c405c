/** The words an offer is found by until the search index takes over: folded, so that accents and case do not matter. */
import type { OfferRecord } from './record.ts';

/** Lower case without accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** What is searched in an offer. */
export const searchText = (record: OfferRecord): string =>
  fold(
    [
      record.brand,
      record.name,
      record.vintage,
      record.category,
      record.varietal,
      record.region,
      record.country,
      record.offerStyle,
      ...record.tags,
    ].join(' '),
  );

/** A shopper's query as folded words, at most ten, without control characters, the pattern characters of LIKE made harmless. */
export const searchWords = (query: string): string[] =>
  fold(query)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'));
