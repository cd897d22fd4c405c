/** Reads the whole catalogue into indexes, at a start without a snapshot or in the rebuild process. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { CatalogueFeed, FeedOffer } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { IndexBuilder, type SearchIndex } from '#packages/search-engine/index.ts';
import { type SearchHit, searchDocuments } from '../model/search-document.ts';
import { SEARCH_SCHEMA } from '../model/search-schema.ts';
import type { Indexes, IndexSnapshot } from './index-snapshot.ts';
import { isOnSaleAt, SaleTimes } from './sale-times.ts';

/** Makes the documents of an offer in the markets where it is sold. */
export const documentsOf = ({ hits, audience, popularity }: FeedOffer): [Market, SearchHit][] => {
  const territories = audience.split('+');
  const sold = MARKETS.flatMap((market): [Market, CatalogueHit][] => {
    const hit = hits[market];
    return hit && territories.includes(market) ? [[market, hit]] : [];
  });
  return searchDocuments(sold, { audience, popularity });
};

/**
 * Builds the state of the indexes, with a position that is read first.
 * @param now time whose offers on sale are indexed, milliseconds since 1970
 */
export async function readCatalogue(feed: CatalogueFeed, now: number): Promise<IndexSnapshot> {
  const from = await feed.mark();
  const times = new SaleTimes();
  const first = new IndexBuilder<SearchHit>(SEARCH_SCHEMA);
  const builders = new Map(MARKETS.map((market, at) => [market, at === 0 ? first : first.sibling()]));
  await feed.all((offers) => {
    for (const offer of offers) {
      times.set(offer, now);
      if (!isOnSaleAt(offer, now)) continue;
      for (const [market, document] of documentsOf(offer)) builders.get(market)?.add(document);
    }
  });
  const indexes: Partial<Record<Market, SearchIndex<SearchHit>>> = {};
  for (const [market, builder] of builders) {
    // Frees the input of one index before the next is built.
    builders.delete(market);
    indexes[market] = builder.finish();
  }
  return { indexes: indexes as Indexes, times: times.entries(), ...from };
}
