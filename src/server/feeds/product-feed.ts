/** Generates a site's product feed page by page to limit memory use. Used by `/feeds/products.xml` and `npm run cli -- export feed`. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { OfferReader } from '#domains/catalogue/server/offer.repository.ts';
import { deliveryFee } from '#domains/selling/shipping/model/fees.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { type FeedSite, feedHead, feedItem, feedTail, isInFeed } from '#routes/product-feed.ts';
import type { AppServices } from '#server/create-services.ts';
import { originOf, siteOf } from '#server/http/request-context.ts';

const PAGE = 500;

/** Lists the regions with a separate delivery fee. */
const regionsOf = (market: Market): readonly string[] =>
  getMarketConfig(market).states.length > 0 ? getMarketConfig(market).states : [''];

/** Generates the feed of a site in pieces: offers that guests of its market may see [CAT-31]. */
export async function* productFeed(
  offers: Pick<OfferReader, 'forGuests'>,
  { shipping }: SellingTerms,
  site: Site,
  origin: string,
  shopName = SHOP_NAME,
): AsyncGenerator<string> {
  const feed: FeedSite = {
    origin,
    market: site.market,
    currency: getMarketConfig(site.market).currency,
    title: `${shopName} ${site.kind === 'wine' ? 'wine' : 'spirits'}, ${site.market}`,
    delivery: regionsOf(site.market).map((region) => ({ region, cents: deliveryFee(shipping, region) })),
  };
  yield feedHead(feed);
  for (let after = ''; ; ) {
    const page = await offers.forGuests(site.market, site.kind, after, PAGE);
    const items = page.filter(({ offer }) => isInFeed(offer)).map(({ offer, gtin }) => feedItem({ ...offer, gtin }, feed));
    if (items.length > 0) yield items.join('');
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.offer.offerId;
  }
  yield feedTail();
}

/** Serves the feed of the request's site at `/feeds/products.xml`. */
export function serveFeeds(app: FastifyInstance, services: AppServices): void {
  app.get('/feeds/products.xml', async (request, reply) => {
    const site = siteOf(services.config, request);
    const settings = services.settings.current();
    const { terms } = settings;
    return reply
      .type('application/xml; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=900', 'surrogate-key': `feeds feeds-${site.id}` })
      .send(
        Readable.from(
          productFeed(services.offers, terms[site.market], site, originOf(services.config, request), settings.read(IDENTITY, site.id).name),
        ),
      );
  });
}
