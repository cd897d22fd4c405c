/** Answers what an unsubscribe link is for. */
import { ok, fail } from '../../platform/contract.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { consentContract } from '../contract.ts';
import { isSubscribed } from './consents.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

export const consentHandlers = (database: Database, secret: () => Promise<string>): Handlers<typeof consentContract> => ({
  async unsubscribeLink({ token }) {
    const target = readUnsubscribeToken(await secret(), token);
    if (!target) return fail('unsubscribe_link_invalid');
    return ok({ data: { channel: target.channel, isSubscribed: await isSubscribed(database, target.customerId, target.channel) } });
  },
});
