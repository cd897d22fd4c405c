/**
 * Moves the balance of a gift card to the store credit of a signed-in customer with its code
 * (docs/decisions/0041-gift-cards-become-credit.md).
 */
import { type CreditAccount, creditAccount } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { availableCents, entriesOf, lockAccounts, recordEntry } from '#lib/server/ledger.repository.ts';
import { formatCode } from '../model/code.ts';
import { type GiftCard, giftCardAccount } from './gift-card.repository.ts';

/** Kind of the credit entry of a moved card. Its note is the end of the card's code. */
const FROM_GIFT_CARD = 'gift-card';

/** Moves the available balance of a card. Amounts that an unfinished order has reserved stay on it. @returns the cents that were moved */
export async function moveToCredit(transaction: Transaction, card: Pick<GiftCard, 'id' | 'code'>, owner: CreditAccount): Promise<number> {
  const [from, to] = [giftCardAccount(card.id), creditAccount(owner)];
  await lockAccounts(transaction, [from, to]);
  const cents = await availableCents(transaction, from);
  if (cents <= 0) return 0;
  // A card that is refunded to later may be moved again.
  const source = `gift-card:${card.id}:move:${(await entriesOf(transaction, from)).length}`;
  const ending = formatCode(card.code).slice(-4);
  await recordEntry(transaction, {
    account: from,
    kind: 'move',
    cents: -cents,
    source,
    note: `To the credit of customer ${owner.customerId}`,
  });
  await recordEntry(transaction, { account: to, kind: FROM_GIFT_CARD, cents, source: `${source}:credit`, note: ending });
  return cents;
}
