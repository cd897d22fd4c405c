/** Answers what is left on a gift card. Whoever has the code may know; guesses are throttled by the call. */
import { ok, fail } from '../../platform/contract.ts';
import { toDecimal } from '../../platform/money.ts';
import type { Queryable } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import { availableCents } from '../../platform/server/ledger.ts';
import { normaliseCode } from '../code.ts';
import type { giftCardContract } from '../contract.ts';
import { findGiftCard, giftCardAccount } from './gift-cards.ts';

export const giftCardHandlers = (db: Queryable): Handlers<typeof giftCardContract> => ({
  async balance({ code }, { site }) {
    const typed = normaliseCode(code);
    const card = typed === null ? null : await findGiftCard(db, typed, site.market);
    if (!card) return fail('gift_card_unknown');
    const { isExpired, initialCents, expiresAt } = card;
    const cents = isExpired ? 0 : await availableCents(db, giftCardAccount(card.id));
    return ok({
      data: { balance: toDecimal(cents), initial: toDecimal(initialCents), expiresAt: expiresAt.toISOString(), isExpired },
    });
  },
});
