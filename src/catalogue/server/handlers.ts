/** The catalogue's call: an offer in full for a guest of the site. Lists are the search's (src/search). */
import { answer, refuse } from '../../platform/contract.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { catalogueCalls } from '../contract.ts';
import type { OfferReader } from './offer-reader.ts';

export function catalogueHandlers(offers: OfferReader): Handlers<typeof catalogueCalls> {
  return {
    async offer({ producer, offer: offerId }, { site }) {
      const offer = await offers.byAddress(site.market, producer, offerId);
      return offer ? answer({ offer }) : refuse('offer_not_found');
    },
  };
}
