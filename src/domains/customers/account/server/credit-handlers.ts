/** Handlers of the credit contract: the balance with its entries and purchased gift cards, and gift cards that become credit. */
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { normaliseCode } from '#domains/selling/gift-cards/model/code.ts';
import { findGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { moveToCredit } from '#domains/selling/gift-cards/server/redeem-to-credit.ts';
import { type CreditAccount, creditAccount } from '#domains/selling/store-credit/server/credit.repository.ts';
import { claimIdempotencyKey, storeResponse } from '#lib/db/idempotency.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { balanceOf, entriesOf } from '#lib/server/ledger.repository.ts';
import type { Site } from '#markets/sites.ts';
import type { CreditView, creditContract } from '../credit-contract.ts';
import { formatCreditEntry } from '../model/format-credit.ts';
import { findGivenCards, orderNumbersOf } from './credit-view.repository.ts';

/** Matches sources of entries: `order:UUID:…`, `refund:UUID:…`. */
const FROM_ORDER = /^(?:order|refund):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/;

const idIn = (source: string): string | null => FROM_ORDER.exec(source)?.[1] ?? null;

/** Reads a customer's store credit and purchased gift cards for the account page. */
async function viewCredit(db: Queryable, owner: CreditAccount, shopName: string): Promise<CreditView> {
  const account = creditAccount(owner);
  const [{ cents, holdCents }, entries, givenCards] = await Promise.all([
    balanceOf(db, account),
    entriesOf(db, account),
    findGivenCards(db, owner),
  ]);
  const ids = entries.map(({ source }) => idIn(source)).filter((id) => id !== null);
  const numbers = await orderNumbersOf(db, ids);
  return {
    balance: toDecimal(cents - holdCents),
    held: toDecimal(holdCents),
    entries: entries.toReversed().map((entry, index) => ({
      id: entries.length - index,
      what: formatCreditEntry({ ...entry, orderNumber: numbers.get(idIn(entry.source) ?? '') ?? null }, shopName),
      amount: toDecimal(entry.cents),
      at: entry.at.toISOString(),
    })),
    given: givenCards.map(({ cents: worth, number, sendAt, expiresAt, ...card }) => ({
      ...card,
      amount: toDecimal(worth),
      orderNumber: number,
      sendAt: sendAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** @param shopNameOf returns the name of the shop on a site */
export const creditHandlers = (
  database: Database,
  auth: Authentication,
  shopNameOf: (site: Site) => string,
): Handlers<typeof creditContract> => ({
  async credit(_, context) {
    const { customerId } = await auth.customer(context);
    return ok({ data: await viewCredit(database, { customerId, market: context.site.market }, shopNameOf(context.site)) });
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
    return ok({ data: await viewCredit(database, owner, shopNameOf(context.site)), moved: toDecimal(cents) });
  },
});
