/**
 * Gift cards and store credit that pay for an order [GIFT-3]: reserved in PREPARE, spent in FINALIZE, released if the order ends, returned
 * by a refund.
 * Their accounts are locked after the cart and before the stock (docs/decisions/0013-tenders-and-ledgers.md).
 */

import { formatCode } from '#domains/selling/gift-cards/model/code.ts';
import {
  GIFT_CARD_REDEEMED,
  giftCardAccount,
  giftCardsOf,
  returnToGiftCard,
} from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { CREDIT_SPENT, creditAccount, returnCredit, spendableCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { lockAccounts, placeHold } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { splitReturn, splitTenders } from '../model/tenders.ts';
import type { Checkout } from './checkout.repository.ts';
import type { Order } from './order.repository.ts';

/** A gift card that paid for an order. */
export interface GiftTender {
  readonly id: string;
  /** The last four characters of its code. */
  readonly ending: string;
  readonly cents: number;
}

/** The tenders besides the card. Requested tenders without a balance are included with 0. */
export interface Tenders {
  readonly giftCards: readonly GiftTender[];
  readonly usesCredit: boolean;
  readonly creditCents: number;
}

/** Tenders of an order that only a card pays. */
export const NO_TENDERS: Tenders = { giftCards: [], usesCredit: false, creditCents: 0 };

/** The tenders of a checkout with their available balances. */
export interface TenderBalances {
  readonly giftCards: readonly { readonly id: string; readonly ending: string; readonly balanceCents: number }[];
  readonly usesCredit: boolean;
  readonly creditCents: number;
}

const endingOf = (code: string): string => formatCode(code).slice(-4);

/**
 * Reads the available balances of the gift cards and the credit of a checkout.
 * @param buysGiftCard true disables both: a gift card is never bought with a gift card, and gift cards can be moved into credit [GIFT-6]
 */
export async function tenderBalances(
  db: Queryable,
  checkout: Pick<Checkout, 'giftCardIds' | 'usesCredit' | 'customerId' | 'market'>,
  buysGiftCard: boolean,
): Promise<TenderBalances> {
  const cards = await giftCardsOf(db, checkout.giftCardIds);
  return {
    giftCards: cards.map(({ id, code, balanceCents }) => ({ id, ending: endingOf(code), balanceCents })),
    usesCredit: checkout.usesCredit,
    creditCents: checkout.usesCredit && !buysGiftCard && checkout.customerId !== 0 ? await spendableCredit(db, checkout) : 0,
  };
}

/** Splits a total over the tenders. */
export function tendersFor(
  totalCents: number,
  { giftCards, usesCredit, creditCents }: TenderBalances,
): Tenders & { readonly chargeCents: number } {
  const balances = giftCards.map(({ balanceCents }) => balanceCents);
  const split = splitTenders(totalCents, balances, creditCents);
  return {
    giftCards: giftCards.map(({ id, ending }, index) => ({ id, ending, cents: split.giftCents[index] ?? 0 })),
    usesCredit,
    creditCents: split.creditCents,
    chargeCents: split.chargeCents,
  };
}

/** Locks all accounts of a checkout's tenders. Call it before the balances are read. */
export function lockTenders(
  transaction: Transaction,
  checkout: Pick<Checkout, 'giftCardIds' | 'usesCredit' | 'customerId' | 'market'>,
): Promise<void> {
  const credit = checkout.usesCredit && checkout.customerId !== 0 ? [creditAccount(checkout)] : [];
  return lockAccounts(transaction, [...checkout.giftCardIds.map(giftCardAccount), ...credit]);
}

/** Reserves the tenders of an order. The accounts must be locked and their balances read after that. */
export async function holdTenders(
  transaction: Transaction,
  orderId: string,
  owner: { readonly customerId: number; readonly market: Market },
  tenders: Tenders,
): Promise<void> {
  const holds = [
    ...tenders.giftCards.map(({ id, cents }) => ({ account: giftCardAccount(id), kind: GIFT_CARD_REDEEMED, cents })),
    { account: creditAccount(owner), kind: CREDIT_SPENT, cents: tenders.creditCents },
  ];
  for (const hold of holds) {
    if (hold.cents > 0 && !(await placeHold(transaction, { key: orderId, ...hold })))
      throw new Error(`order ${orderId} may not hold ${hold.account}`);
  }
}

/**
 * Refunds to gift cards and credit the part that no card paid, once per source.
 * @param beforeCents what was returned of this order before
 * @param source identifies the refund
 */
export async function refundTenders(
  transaction: Transaction,
  order: Pick<Order, 'totals' | 'customerId' | 'market'>,
  beforeCents: number,
  cents: number,
  source: string,
): Promise<void> {
  const { giftCards, creditCents } = order.totals.tenders ?? NO_TENDERS;
  const split = splitReturn({ creditCents, giftCents: giftCards.map((gift) => gift.cents) }, beforeCents, cents);
  const note = 'Refund';
  if (split.creditCents > 0)
    await returnCredit(transaction, order, { cents: split.creditCents, source: `${source}:${creditAccount(order)}`, note });
  const gifts = giftCards
    .map(({ id }, index) => ({ id, cents: split.giftCents[index] ?? 0 }))
    .filter((gift) => gift.cents > 0)
    .sort((one, other) => (giftCardAccount(one.id) < giftCardAccount(other.id) ? -1 : 1));
  for (const gift of gifts)
    await returnToGiftCard(transaction, gift.id, { cents: gift.cents, source: `${source}:${giftCardAccount(gift.id)}`, note });
}
