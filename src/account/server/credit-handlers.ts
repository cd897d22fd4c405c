/** The calls of the account's page "Credit and gift cards". */
import { normaliseCode } from '../../gift-card/code.ts';
import { findGiftCard } from '../../gift-card/server/gift-cards.ts';
import { moveToCredit } from '../../gift-card/server/move-to-credit.ts';
import type { Authentication } from '../../identity/server/authenticate.ts';
import { ok, fail } from '../../platform/contract.ts';
import { toDecimal } from '../../platform/money.ts';
import { claimIdempotencyKey, remember } from '../../platform/server/database/idempotency.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import { ApiError } from '../../platform/server/http/refusal-body.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
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
      if (moved === 0) throw new ApiError('gift_card_empty');
      await remember(transaction, once, { cents: moved });
      return moved;
    });
    return ok({ data: await viewCredit(database, owner), moved: toDecimal(cents) });
  },
});
