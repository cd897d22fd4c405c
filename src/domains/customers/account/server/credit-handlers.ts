/** Handlers of the credit contract. */

import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { normaliseCode } from '#domains/selling/gift-cards/model/code.ts';
import { findGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { moveToCredit } from '#domains/selling/gift-cards/server/redeem-to-credit.ts';
import { claimIdempotencyKey, storeResponse } from '#lib/db/idempotency.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import type { creditContract } from '../credit-contract.ts';
import { viewCredit } from './credit-view.ts';

export const creditHandlers = (database: Database, auth: Authentication): Handlers<typeof creditContract> => ({
  async credit(_, context) {
    const { customerId } = await auth.customer(context);
    return ok({ data: await viewCredit(database, { customerId, market: context.site.market }) });
  },

  async moveGiftCard({ code }, context) {
    const { customerId } = await auth.customer(context);
    const owner = { customerId, market: context.site.market };
    const typed = normaliseCode(code);
    const card = typed === null ? null : await findGiftCard(database, typed, owner.market);
    if (!card) return fail('gift_card_unknown');
    if (card.isExpired) return fail('gift_card_expired');
    const once = { scope: `gift-card to credit ${customerId}`, key: context.idempotencyKey };
    const cents = await database.transaction(async (transaction) => {
      const before = await claimIdempotencyKey(transaction, { ...once, input: { code: typed } }, { cents: 0 });
      if (before) return before.cents;
      const moved = await moveToCredit(transaction, card, owner);
      if (moved === 0) return fail('gift_card_empty');
      await storeResponse(transaction, once, { cents: moved });
      return moved;
    });
    if (cents instanceof Failure) return cents;
    return ok({ data: await viewCredit(database, owner), moved: toDecimal(cents) });
  },
});
