/** The whole catalogue into indexes: what a start without a snapshot does, and a process of its own after a large import. */
import type { CatalogueFeed, FeedOffer } from '../../catalogue/server/catalogue-feed.ts';
import { MARKETS, type Market } from '../../market/market.ts';
import { IndexBuilder } from '../../search-engine/index-builder.ts';
import { type SearchHit, searchDocument } from '../search-document.ts';
import type { Indexes, Known } from './index-snapshot.ts';
import { isOnSaleAt, SaleTimes } from './sale-times.ts';

/** The document of an offer in a market; null where it is not sold there. */
export const documentOf = ({ hits, audience, popularity }: FeedOffer, market: Market): SearchHit | null => {
  const hit = hits[market];
  return hit && audience.split('+').includes(market) ? searchDocument(hit, { audience, popularity }) : null;
};

/** In: the instant whose offers on sale are indexed, milliseconds since 1970. Out: all there is to know, from a mark taken first. */
export async function readCatalogue(feed: CatalogueFeed, now: number): Promise<Known> {
  const from = await feed.mark();
  const times = new SaleTimes();
  const builders = MARKETS.map((market) => ({ market, builder: new IndexBuilder<SearchHit>() }));
  await feed.all((offers) => {
    for (const offer of offers) {
      times.set(offer, now);
      if (!isOnSaleAt(offer, now)) continue;
      for (const { market, builder } of builders) {
        const document = documentOf(offer, market);
        if (document) builder.add(document);
      }
    }
  });
  const indexes = Object.fromEntries(builders.map(({ market, builder }) => [market, builder.finish()])) as Indexes;
  return { indexes, times: times.entries(), ...from };
}
