/** Reads a customer's store credit and purchased gift cards for the account page. */
import { type CreditAccount, creditAccount } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { balanceOf, entriesOf } from '#lib/server/ledger.repository.ts';
import type { CreditView } from '../credit-contract.ts';
import { formatCreditEntry } from '../model/format-credit.ts';
import { findGivenCards, orderNumbersOf } from './credit-view.repository.ts';

/** Matches sources of entries: `order:UUID:…`, `refund:UUID:…`. */
const FROM_ORDER = /^(?:order|refund):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/;

const idIn = (source: string): string | null => FROM_ORDER.exec(source)?.[1] ?? null;

export async function viewCredit(db: Queryable, owner: CreditAccount): Promise<CreditView> {
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
      what: formatCreditEntry({ ...entry, orderNumber: numbers.get(idIn(entry.source) ?? '') ?? null }),
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
