/** Text of the controls that every page loads: the button and quantity field of a card, and the link of the header. */

import { type Unit, unitWord } from '#domains/catalogue/messages/offers.ts';

export type CartUnit = Unit;

/** Formats a number of cases, packs, bottles or gift cards: `1 case`, `3 bottles`. */
export const formatUnits = (count: number, unit: CartUnit): string => `${count} ${unitWord(count, unit)}`;

/**
 * Text of the buttons. The names of the button and the quantity field are fixed, because external clients rely on them
 * [NAME-1, NAME-2, NAME-8].
 */
export const cartButtonMessages = {
  add: 'Add to cart',
  quantity: 'Quantity',
  decrease: 'Decrease quantity',
  increase: 'Increase quantity',
  quantityToAdd: (unit: CartUnit, name: string) => `How many ${unitWord(2, unit)} of ${name} to add`,
  inCart: (count: number, unit: CartUnit) => `${formatUnits(count, unit)} in your cart.`,
  viewCart: 'View cart',
  cart: 'Cart',
  cartWith: (contents: string) => `Cart, ${contents}`,
} as const;
