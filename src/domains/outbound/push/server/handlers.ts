/** Handlers of the push calls. */
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { recordDevice } from '#domains/customers/consent/server/consent.repository.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { pushContract } from '../contract.ts';
import type { PushVendor } from './onesignal.ts';
import { isPushService } from './push-services.ts';
import { blankTags, customerIdOfExternalUser, saveSubscription, tagSubscription, withdrawDevice } from './subscription.repository.ts';
import { vapidKeys } from './vapid.ts';

export interface PushGateway {
  readonly database: Database;
  readonly auth: Authentication;
  /** Further origins of push services. */
  readonly services: readonly string[];
  /** Returns the service that stores the tags; null if the shop does. */
  readonly vendor: () => PushVendor | null;
}

export const pushHandlers = ({ database, auth, services, vendor }: PushGateway): Handlers<typeof pushContract> => ({
  key: async () => ok({ data: { publicKey: (await vapidKeys(database)).publicKey } }),

  async subscribe({ endpoint, p256dh, auth: secret, guestId }, context) {
    const { customerId } = await auth.shopper(context);
    if (!isPushService(endpoint, services)) return fail('push_service_unknown');
    const who = { market: context.site.market, customerId, guestId: guestId ?? null };
    await database.transaction(async (transaction) => {
      await saveSubscription(transaction, { endpoint, p256dh, auth: secret }, who);
      const consent = {
        customerId: customerId === 0 ? null : customerId,
        granted: true,
        wording: CONSENT_WORDING.push,
        market: who.market,
      };
      await recordDevice(transaction, endpoint, consent);
    });
    return ok({ data: { subscribed: true } });
  },

  async unsubscribe({ endpoint }) {
    await database.transaction((transaction) => withdrawDevice(transaction, endpoint));
    return ok({ data: { subscribed: false } });
  },

  async tag({ endpoint, cartId, ...tags }) {
    return ok({ data: { tagged: await tagSubscription(database, endpoint, cartId ?? null, tags) } });
  },

  // Errors of the vendor's service are thrown again: the server reports them and returns 500 [PUSH-8].
  async removeUserTags({ externalUserId }, context) {
    const { customerId } = await auth.customer(context);
    if ((await customerIdOfExternalUser(database, externalUserId)) !== customerId) return fail('not_yours');
    await blankTags(database, customerId);
    await vendor()?.blankTags(String(customerId));
    return ok({ data: { removed: true } });
  },
});
