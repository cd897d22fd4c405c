/** What the office's calls about pages need of the rest of the shop: previews, sites and offers. */

import { draftPreviewId } from '#domains/content/model/page-draft.ts';
import type { OfferOption } from '#domains/content/office-contract.ts';
import type { OfficePageDeps } from '#domains/content/server/office-page-handlers.ts';
import { PREVIEW_CODES, signPreview } from '#domains/customers/access/server/preview-signature.ts';
import type { SearchHit } from '#domains/discovery/search/model/search-document.ts';
import { audienceOf } from '#domains/discovery/search/model/search-document.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { Market } from '#markets/market.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { AppServices } from '#server/create-services.ts';
import { homePreviewPath } from '#server/page-cache/page-preview.ts';

/** Staff see every offer of their markets. */
const STAFF = { tier: null, isStaff: true } as const;

const toOption = ({ offerId, brand, name, vintage, url, imageUrl }: SearchHit): OfferOption => ({
  id: offerId,
  name: name.toLowerCase().startsWith(brand.toLowerCase()) ? name : `${brand} ${name}`,
  vintage,
  path: url,
  picture: imageUrl,
});

/** Returns a function that finds ids of offers of a market by words, whoever may see them. */
export const findOfferIds =
  ({ search }: Pick<AppServices, 'search'>) =>
  (market: Market, words: string, limit: number): string[] =>
    search
      .of(market)
      .search({ eligibility: audienceOf(market, STAFF), query: words, hitsPerPage: limit })
      .hits.map(({ offerId }) => offerId);

/** Creates the dependencies of the calls about pages. */
export const createPageDeps = ({ config, database, content, search }: AppServices): OfficePageDeps => ({
  database,
  pages: content,
  sites: () => config.sites,
  originOf: ({ host }, officeOrigin) => siteOrigin(host, config.PUBLIC_URL, officeOrigin),
  previewPathOf: async ({ id, isHome }, tier) => {
    const signed = signPreview(await sharedSecret(database, PREVIEW_CODES), 'page', {
      email: `preview@${config.STAFF_EMAIL_DOMAIN}`,
      timestamp: Math.floor(Date.now() / 1_000),
      id: draftPreviewId(id),
      tier,
      stockStatus: null,
    });
    return isHome ? homePreviewPath(signed) : `/event-preview?${new URLSearchParams({ ...signed })}`;
  },
  findOffers: (market, words, limit) =>
    search
      .of(market)
      .search({ eligibility: audienceOf(market, STAFF), query: words, hitsPerPage: limit })
      .hits.map(toOption),
  offersById: async (market, ids) => {
    await search.load(ids);
    return ids.flatMap((id) => {
      const found = search.get(market, id, audienceOf(market, STAFF));
      return found ? [toOption(found)] : [];
    });
  },
});
