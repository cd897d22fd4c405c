/** The calls of referral. */

import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { spendableCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { ok } from '#lib/define-contract.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import type { referralContract } from '../contract.ts';
import { REFERRAL_CREDIT, type ReferralState } from '../model/referral.ts';
import { shownState } from './process-referrals.ts';
import { referralCode } from './referral-code.ts';

/** Friends that are told. */
const SHOWN = 50;

export interface ReferralParts {
  readonly database: Database;
  readonly auth: Authentication;
  /** Makes the codes. */
  readonly secret: () => Promise<string>;
}

export function referralHandlers({ database, auth, secret }: ReferralParts): Handlers<typeof referralContract> {
  return {
    async check({ bigcommerceId }, context) {
      const { customerId } = await auth.owner(context, bigcommerceId);
      return ok({ code: await referralCode(database, await secret(), customerId, context.site.market) });
    },

    async mine(_, context) {
      const { customerId } = await auth.customer(context);
      const { market } = context.site;
      const friends = await database.queryMany<{ at: Date; cents: number; state: ReferralState }>({
        name: 'referral.friends',
        text: `select at, case when state = 'credited' then cents - reversed_cents else cents end as cents, state from referrals where referrer_id = $1 and market = $2 order by at desc limit ${SHOWN}`,
        values: [customerId, market],
      });
      return ok({
        data: {
          code: await referralCode(database, await secret(), customerId, market),
          amount: REFERRAL_CREDIT[market],
          balance: toDecimal(await spendableCredit(database, { customerId, market })),
          friends: friends.map(({ at, cents, state }) => ({ at: at.toISOString(), amount: toDecimal(cents), state: shownState(state) })),
        },
      });
    },
  };
}
