/** Returns the balance of a gift card to anyone with its code. The endpoint is rate-limited against guessing. */

import type { Queryable } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { availableCents } from '#lib/server/ledger.repository.ts';
import type { giftCardContract } from '../contract.ts';
import { normaliseCode } from '../model/code.ts';
import { findGiftCard, giftCardAccount } from './gift-card.repository.ts';

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
