/** The catalogue's calls: lists, offer pages and home shelves for a guest of the site. */
import { answer, refuse } from '../../platform/contract.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { catalogueCalls } from '../contract.ts';
import { searchWords } from '../search-text.ts';
import type { OfferReader } from './offer-reader.ts';

/** Screens show 40 offers a page (DECISIONS.md). */
export const PAGE_SIZE = 40;

export function catalogueHandlers(offers: OfferReader): Handlers<typeof catalogueCalls> {
  return {
    async list({ kind, query, category, sortBy, page }, { site }) {
      const { hits, total } = await offers.list({
        market: site.market,
        kind,
        words: searchWords(query),
        category,
        sortBy,
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
      });
      return answer({ hits, total, page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)) });
    },
    async offer({ producer, offer: offerId }, { site }) {
      const offer = await offers.byAddress(site.market, producer, offerId);
      if (!offer) return refuse('offer_not_found');
      return answer({ offer, others: await offers.comparedWith(site.market, offer, 4) });
    },
    async shelves({ kind }, { site }) {
      const [picks, fresh, mixed, categories] = await Promise.all([
        offers.shelf(site.market, kind, 'slot', 6),
        offers.shelf(site.market, kind, 'fresh', 8),
        offers.shelf(site.market, kind, 'mixed', 4),
        offers.categories(site.market, kind),
      ]);
      return answer({ picks, fresh, mixed, categories });
    },
  };
}
