/** What the shop changed of a cart's lines by itself, as data and in a sentence for the shopper (DECISIONS.md "Sign-in merge"). */
import { formatMoney, toCents, toDecimal } from '#lib/money.ts';
import type { CartLine } from './cart.ts';

export const CHANGE_KINDS = ['added', 'updated', 'removed'] as const;
export const CHANGE_REASONS = ['sold_out', 'stock', 'purchase_limit', 'not_eligible', 'promotion', 'price'] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

export interface LineChange {
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly reason: ChangeReason;
  readonly offerId: string;
  readonly productId: number;
  /** Producer and wine, as the shopper knows it. */
  readonly name: string;
  /** Cases before and after; 0 where there is no such line. */
  readonly previousQuantity: number;
  readonly quantity: number;
  /** Price of a case before and now, decimals; only where that is what changed. */
  readonly previousPrice?: number;
  readonly price?: number;
}

const cases = (count: number): string => `${count} case${count === 1 ? '' : 's'}`;

// Both markets write their dollars alike.
const dollars = (amount: number): string => formatMoney(toCents(amount), 'en-AU', 'AUD');

const SENTENCES: Readonly<Record<ChangeReason, (change: LineChange) => string>> = {
  sold_out: ({ name }) => `${name} has sold out, so we took it out of your cart.`,
  not_eligible: ({ name }) => `${name} is not available to you, so we took it out of your cart.`,
  stock: ({ name, quantity }) =>
    quantity === 0
      ? `There is not enough ${name} left, so we took it out of your cart.`
      : `Only ${cases(quantity)} of ${name} could go into your cart: that is all we have left.`,
  purchase_limit: ({ name, quantity }) =>
    quantity === 0
      ? `You have reached the limit per customer for ${name}, so we took it out of your cart.`
      : `Your cart holds ${cases(quantity)} of ${name}: that is the limit per customer.`,
  promotion: ({ kind, name, quantity }) => {
    if (kind === 'added') return `${name} is in your cart as a gift.`;
    if (kind === 'removed') return `${name} was a gift and has left your cart, because its offer no longer applies.`;
    return `Your gift is now ${cases(quantity)} of ${name}.`;
  },
  price: ({ name, previousPrice = 0, price = 0 }) =>
    `${name} is ${dollars(price)} a case now. It was ${dollars(previousPrice)}${price < previousPrice ? ', so you pay less' : ''}.`,
};

/** The sentence a shopper reads about a change. */
export const sentenceOf = (change: LineChange): string => SENTENCES[change.reason](change);

/** Lines whose price is another than the shopper was last told. `lastSeenPriceCents` is that price by the line's id. */
export const priceChanges = (lines: readonly CartLine[], seenCents: ReadonlyMap<string, number>): LineChange[] =>
  lines.flatMap(({ id, offerId, productId, offer, quantity, listCents, availableStock }) => {
    const seen = seenCents.get(id);
    // What cannot be bought says that it is sold out; its price tells nobody anything.
    if (seen === undefined || seen === listCents || availableStock <= 0) return [];
    const name = `${offer.brand} ${offer.name}`;
    const prices = { previousPrice: toDecimal(seen), price: toDecimal(listCents) };
    return [{ kind: 'updated', reason: 'price', offerId, productId, name, previousQuantity: quantity, quantity, ...prices }];
  });
