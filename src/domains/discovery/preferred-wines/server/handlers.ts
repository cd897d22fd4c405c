/** What fits a shopper, out of the search index; orders and favourites come by functions of the domains that know them. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { cardOf } from '#domains/discovery/search/model/list-shape.ts';
import { audienceOf } from '#domains/discovery/search/model/search-document.ts';
import { kindFilter } from '#domains/discovery/search/model/to-list-result.ts';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { ok } from '#lib/define-contract.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { Market } from '#markets/market.ts';
import { hasValue } from '#packages/search-engine/index.ts';
import type { preferredContract } from '../contract.ts';
import { tasteOf } from '../model/questions.ts';
import { preferredOffers } from '../model/ranking.ts';

/** Offers looked at, in the order of the list: enough for a taste, small enough for a large catalogue. */
const LOOKED_AT = 1_000;

/** Ids of offers of a customer in a market, the newest first. */
export type OffersOf = (customerId: number, market: Market) => Promise<readonly string[]>;

export interface PreferredParts {
  readonly indexes: SearchIndexes;
  readonly auth: Authentication;
  readonly boughtBy: OffersOf;
  readonly keptBy: OffersOf;
}

export function preferredHandlers({ indexes, auth, boughtBy, keptBy }: PreferredParts): Handlers<typeof preferredContract> {
  return {
    async preferred({ kind, answers, favourites }, context) {
      const { market } = context.site;
      const shopper = await auth.shopper(context);
      const index = indexes.of(market);
      const audience = audienceOf(market, shopper);
      const isCustomer = shopper.customerId !== 0;
      const [boughtIds, keptIds] = isCustomer
        ? await Promise.all([boughtBy(shopper.customerId, market), keptBy(shopper.customerId, market)])
        : [[], favourites];
      const hitsOf = (ids: readonly string[]): CatalogueHit[] =>
        ids.flatMap((offerId) => {
          const found = index.get(offerId, audience);
          return found && found.isSpirit === (kind === 'spirits') ? [cardOf(found)] : [];
        });
      const known = { bought: hitsOf(boughtIds), kept: hitsOf(keptIds) };
      const taste = tasteOf(answers, kind);
      const wanted = taste.category.map((category) => hasValue('category', category));
      const filter = [...kindFilter(kind), ...(wanted.length > 0 ? [wanted] : [])];
      const { hits } = index.search({ eligibility: audience, filter, hitsPerPage: LOOKED_AT });
      const data = preferredOffers(hits.map(cardOf), taste, known, kind);
      return ok({ data, from: { orders: known.bought.length, favourites: known.kept.length } });
    },
  };
}
