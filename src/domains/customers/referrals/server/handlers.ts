/** Handlers of the referral contract. */
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { spendableCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { ReferralTerms } from '#domains/settings/model/groups/referrals.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import { ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { referralContract } from '../contract.ts';
import type { ReferralState } from '../model/referral.ts';
import { listReferrals } from './referral.repository.ts';
import { referralCode } from './referral-code.ts';

/** Maps a state to what the referrer may see: the reason why an order did not count stays private. */
const toVisibleState = (state: ReferralState): 'credited' | 'reversed' | 'held' | 'refused' =>
  state === 'credited' || state === 'reversed' || state === 'held' ? state : 'refused';

export interface ReferralParts {
  readonly database: Database;
  readonly auth: Authentication;
  /** Secret that the codes are derived from. */
  readonly secret: () => Promise<string>;
  /** Returns the terms of new codes in a market. */
  readonly terms: (market: Market) => ReferralTerms;
}

export function referralHandlers({ database, auth, secret, terms }: ReferralParts): Handlers<typeof referralContract> {
  return {
    async check({ bigcommerceId }, context) {
      const { customerId } = await auth.owner(context, bigcommerceId);
      const { market } = context.site;
      const { code } = await referralCode(database, await secret(), customerId, market, terms(market));
      return ok({ code });
    },

    async mine(_, context) {
      const { customerId } = await auth.customer(context);
      const { market } = context.site;
      const friends = await listReferrals(database, { customerId, market });
      const { code, credit } = await referralCode(database, await secret(), customerId, market, terms(market));
      return ok({
        data: {
          code,
          amount: credit,
          balance: toDecimal(await spendableCredit(database, { customerId, market })),
          friends: friends.map(({ at, cents, state }) => ({
            at: at.toISOString(),
            amount: toDecimal(cents),
            state: toVisibleState(state),
          })),
        },
      });
    },
  };
}
