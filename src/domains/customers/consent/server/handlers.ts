/** Handlers of the consent contract. */

import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { consentContract } from '../contract.ts';
import { isSubscribed } from './consent.repository.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

export const consentHandlers = (database: Database, secret: () => Promise<string>): Handlers<typeof consentContract> => ({
  async unsubscribeLink({ token }) {
    const target = readUnsubscribeToken(await secret(), token);
    if (!target) return fail('unsubscribe_link_invalid');
    return ok({ data: { channel: target.channel, isSubscribed: await isSubscribed(database, target.customerId, target.channel) } });
  },
});
