/** Answers what an unsubscribe link is for. */
import { answer, refuse } from '../../platform/contract.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { consentCalls } from '../contract.ts';
import { isSubscribed } from './consents.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

export const consentHandlers = (database: Database, secret: () => Promise<string>): Handlers<typeof consentCalls> => ({
  async unsubscribeLink({ token }) {
    const target = readUnsubscribeToken(await secret(), token);
    if (!target) return refuse('unsubscribe_link_invalid');
    return answer({ data: { channel: target.channel, isSubscribed: await isSubscribed(database, target.customerId, target.channel) } });
  },
});
