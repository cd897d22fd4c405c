/** Handlers of the search endpoints, using the indexes of the process. Only the token decides what a shopper may see. */

import { LRUCache } from 'lru-cache';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { Output } from '#lib/define-contract.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { fail, ok } from '#lib/result.ts';
import { compares, hasValue, searchFacetValues } from '#packages/search-engine/index.ts';
import type { searchContract } from '../contract.ts';
import { facetsFor } from '../model/facets.ts';
import { readIndexName } from '../model/index-names.ts';
import { LANDINGS, landingValue, landingValues } from '../model/landings.ts';
import { cardOf, type Kind } from '../model/list-shape.ts';
import { relatedOffers } from '../model/related-offers.ts';
import { audienceOf } from '../model/search-document.ts';
import { SearchError } from '../model/search-error.ts';
import { categoryCounts, firstOffers, kindFilter, type ListScope, requestOf, toListResult } from '../model/to-list-result.ts';
import { parseSearch } from '../model/url-state.ts';
import type { SearchIndexes } from './index-service.ts';
import type { SearchKeys } from './search-keys.ts';

const UNMARKED = { preTag: '', postTag: '' };
const SUGGESTED = { offers: 5, values: 3 } as const;
const RELATED = 4;

/** Returns 400 with the reason for a malformed condition. */
const refusingFilters = <V>(make: () => V) => {
  try {
    return ok(make());
  } catch (error) {
    if (error instanceof SearchError) return fail('filter_invalid', { reason: error.message });
    throw error;
  }
};

const MAX_DERIVED = 500;

/** Creates a cache of what is computed from an index for an audience. Entries of earlier revisions of the index are not used again. */
function createDerivedCache<V extends object>() {
  const cache = new LRUCache<string, V>({ max: MAX_DERIVED });
  return ({ index, market, audience }: Pick<ListScope, 'index' | 'market' | 'audience'>, key: string, make: () => V): V => {
    const entry = `${market} ${index.revision} ${audience.key} ${key}`;
    const cached = cache.get(entry);
    if (cached !== undefined) return cached;
    const made = make();
    cache.set(entry, made);
    return made;
  };
}

export function searchHandlers(
  indexes: SearchIndexes,
  auth: Authentication,
  keys: Pick<SearchKeys, 'make'>,
): Handlers<typeof searchContract> {
  const shelvesOf = createDerivedCache<Output<(typeof searchContract)['shelves']>>();
  const landingsOf = createDerivedCache<ReadonlySet<string>>();

  const visibilityOf = async (context: CallContext, ownTier = false) => {
    const { market } = context.site;
    const shopper = await auth.shopper(context);
    const audience = audienceOf(market, ownTier ? { tier: shopper.ownTier, isStaff: false } : shopper);
    return { index: indexes.of(market), market, audience };
  };
  const scopeOf = async (context: CallContext, kind: Kind, carried: string, ownTier = false): Promise<ListScope> => ({
    ...(await visibilityOf(context, ownTier)),
    kind,
    carried,
  });

  return {
    async list({ kind, search, filter, all, ownTier }, context) {
      const scope = await scopeOf(context, kind, filter, ownTier === 'yes');
      return refusingFilters(() => ({ ...toListResult(scope, parseSearch(search), all) }));
    },

    async facetValues({ kind, search, filter, facet, words, limit }, context) {
      const scope = await scopeOf(context, kind, filter);
      const attribute = facetsFor(scope.market).find(({ urlKey }) => urlKey === facet)?.attribute;
      if (!attribute) return ok({ values: [] });
      return refusingFilters(() => {
        const within = requestOf(scope, parseSearch(search));
        const hits = searchFacetValues(scope.index, { attribute, facetQuery: words, maxFacetHits: limit, within, tags: UNMARKED }) ?? [];
        return { values: hits.filter(({ value }) => value !== '').map(({ value, count }) => ({ value, count })) };
      });
    },

    async suggest({ kind, words, ownTier }, context) {
      const { index, audience } = await visibilityOf(context, ownTier === 'yes');
      const within = { eligibility: audience, filter: kindFilter(kind) };
      const values = (attribute: string) =>
        words.trim() === ''
          ? []
          : (searchFacetValues(index, { attribute, facetQuery: words, maxFacetHits: SUGGESTED.values, within, tags: UNMARKED }) ?? []).map(
              ({ value, count }) => ({ value, count }),
            );
      const { hits } = index.search({ ...within, query: words, hitsPerPage: SUGGESTED.offers });
      return ok({
        offers: hits.map(cardOf),
        categories: values('categories'),
        varietals: values('varietals'),
        regions: values('regions'),
      });
    },

    async shelves({ kind }, context) {
      const scope = { ...(await visibilityOf(context)), kind };
      const shelves = shelvesOf(scope, kind, () => ({
        picks: firstOffers(scope, [[compares('slot', '>=', Number.MIN_SAFE_INTEGER)], [hasValue('isMixed', 'false')]], 6),
        fresh: firstOffers(scope, [[hasValue('tags', 'New on the shelf')]], 8),
        mixed: firstOffers(scope, [[hasValue('isMixed', 'true')]], 4),
        categories: categoryCounts(scope),
      }));
      return ok(shelves);
    },

    async related({ offerId }, context) {
      const visibility = await visibilityOf(context);
      const { index, audience } = visibility;
      const offer = index.get(offerId, audience);
      if (!offer) return ok({ offers: [], landings: [] });
      const kind: Kind = offer.isSpirit ? 'spirits' : 'wine';
      const within = { eligibility: audience, filter: kindFilter(kind) };
      const landings = LANDINGS.flatMap(({ attribute }) => {
        const pages = landingsOf(
          visibility,
          `${kind} ${attribute}`,
          () => new Set(landingValues(index.countFacet(attribute, within) ?? [])),
        );
        return offer[attribute].filter((value) => pages.has(value)).map((value) => ({ attribute, value }));
      });
      return ok({ offers: relatedOffers(index, audience, offer, RELATED), landings });
    },

    async named({ ids }, context) {
      const { market } = context.site;
      const audience = audienceOf(market, await auth.shopper(context));
      const offerIds = [...new Set(ids.split(',').map((offerId) => offerId.trim()))];
      await indexes.load(offerIds);
      const offers = offerIds.flatMap((offerId) => indexes.get(market, offerId, audience) ?? []);
      return ok({ offers: offers.map(cardOf) });
    },

    async landing({ kind, attribute, slug }, context) {
      const { index, audience } = await visibilityOf(context);
      const values = index.countFacet(attribute, { eligibility: audience, filter: kindFilter(kind) }) ?? [];
      const value = landingValue(values, slug);
      const found = values.find((each) => each.value === value);
      return found ? ok({ ...found }) : fail('landing_not_found');
    },

    async preSearch({ index: name, keyword, kind }, context) {
      const { index, market, audience } = await visibilityOf(context);
      if (readIndexName(name)?.market !== market) return fail('index_not_found');
      if (keyword.trim() === '') return ok({ count: 0 });
      const filter = kind ? kindFilter(kind) : [];
      return ok({ count: index.search({ eligibility: audience, query: keyword, filter, hitsPerPage: 0 }).nbHits });
    },

    async key(_input, context) {
      return ok({ data: keys.make(context.site.market, await auth.customer(context)) });
    },
  };
}
