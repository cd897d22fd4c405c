/**
 * Handlers of the catalogue endpoints: the detail of an offer for a customer or guest, and the successor of an ended offer. Lists
 * belong to src/domains/discovery/search.
 */
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { catalogueContract } from '../contract.ts';
import type { OfferReader } from './offer.repository.ts';

export function catalogueHandlers(offers: OfferReader, auth: Authentication): Handlers<typeof catalogueContract> {
  return {
    async offer({ offer: offerId }, context) {
      const offer = await offers.byAddress(context.site.market, offerId, await auth.shopper(context));
      return offer ? ok({ offer }) : fail('offer_not_found');
    },

    async offerSuccessor({ offer: offerId }, context) {
      const successor = await offers.successor(context.site.market, offerId);
      return successor ? ok(successor) : fail('offer_not_found');
    },
  };
}
