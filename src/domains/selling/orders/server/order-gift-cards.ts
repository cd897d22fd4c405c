/** The gift cards that an order bought, when the order is refunded: their balances are voided. */
import { cardsVoidedBy, fillGiftCard, giftCardsOfOrder, voidGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { type IssuedCard, type LineFulfilment, OrderActionError } from '../model/line-fulfilment.ts';
import type { RefundPlan } from '../model/plan-refund.ts';

/** Adds the issued cards to the lines. The cards stay locked, so that their balances cannot be spent. */
export async function withGiftCards(
  transaction: Transaction,
  orderId: string,
  lines: readonly LineFulfilment[],
): Promise<LineFulfilment[]> {
  const cards = await giftCardsOfOrder(transaction, orderId);
  return lines.map((line) => {
    const own: IssuedCard[] = cards.filter(({ position }) => position === line.position);
    return own.length === 0 ? line : { ...line, cards: own.toSorted((a, b) => b.remainingCents - a.remainingCents) };
  });
}

const sourceOf = (refundId: string, cardId: string): string => `refund:${refundId}:void:${cardId}`;

/** Voids the balances of the cards of a refund. @throws OrderActionError if they have been spent since */
export async function voidCards(transaction: Transaction, refundId: string, { lines }: Pick<RefundPlan, 'lines'>): Promise<void> {
  const cards = lines.flatMap(({ voided = [] }) => voided).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, remainingCents } of cards)
    if (!(await voidGiftCard(transaction, id, { cents: remainingCents, source: sourceOf(refundId, id) })))
      throw new OrderActionError('A gift card of this order is being spent. Try again in a minute.');
}

/** Restores the cards after the gateway rejected the refund. */
export async function refillCards(transaction: Transaction, refundId: string): Promise<void> {
  for (const { id, cents } of await cardsVoidedBy(transaction, refundId))
    await fillGiftCard(transaction, id, { cents, source: `refund:${refundId}:refill:${id}` });
}
