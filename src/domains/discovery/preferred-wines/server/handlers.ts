/** Suggests offers from the search index. Functions of other domains supply orders and favourites. */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { cardOf } from '#domains/discovery/search/model/list-shape.ts';
import { audienceOf } from '#domains/discovery/search/model/search-document.ts';
import { kindFilter } from '#domains/discovery/search/model/to-list-result.ts';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { hasValue } from '#packages/search-engine/index.ts';
import type { preferredContract } from '../contract.ts';
import { tasteOf } from '../model/questions.ts';
import { preferredOffers } from '../model/ranking.ts';

/** Maximum number of offers to rank, in the order of the list. Bounds the cost for large catalogues. */
const MAX_RANKED = 1_000;

/** Returns ids of offers of a customer in a market, newest first. */
export type OffersOf = (customerId: number, market: Market) => Promise<readonly string[]>;

/** Services that the handlers use. */
export interface PreferredParts {
  readonly indexes: SearchIndexes;
  readonly auth: Authentication;
  readonly boughtBy: OffersOf;
  readonly favouritesOf: OffersOf;
}

export function preferredHandlers({ indexes, auth, boughtBy, favouritesOf }: PreferredParts): Handlers<typeof preferredContract> {
  return {
    async preferred({ kind, answers, favourites }, context) {
      const { market } = context.site;
      const shopper = await auth.shopper(context);
      const index = indexes.of(market);
      const audience = audienceOf(market, shopper);
      const isCustomer = shopper.customerId !== 0;
      const [boughtIds, favouriteIds] = isCustomer
        ? await Promise.all([boughtBy(shopper.customerId, market), favouritesOf(shopper.customerId, market)])
        : [[], favourites];
      const hitsOf = (ids: readonly string[]): CatalogueHit[] =>
        ids.flatMap((offerId) => {
          const found = index.get(offerId, audience);
          return found && found.isSpirit === (kind === 'spirits') ? [cardOf(found)] : [];
        });
      const history = { bought: hitsOf(boughtIds), favourites: hitsOf(favouriteIds) };
      const taste = tasteOf(answers, kind);
      const conditions = taste.category.map((category) => hasValue('category', category));
      const filter = [...kindFilter(kind), ...(conditions.length > 0 ? [conditions] : [])];
      const { hits } = index.search({ eligibility: audience, filter, hitsPerPage: MAX_RANKED });
      const data = preferredOffers(hits.map(cardOf), taste, history, kind);
      return ok({ data, from: { orders: history.bought.length, favourites: history.favourites.length } });
    },
  };
}
