/** Text of the controls that every page loads: the button and quantity field of a card, and the link of the header. */

const UNITS = {
  case: ['case', 'cases'],
  pack: ['pack', 'packs'],
  bottle: ['bottle', 'bottles'],
  card: ['card', 'cards'],
} as const satisfies Record<string, readonly [one: string, several: string]>;

export type CartUnit = keyof typeof UNITS;

/** Formats a number of cases, packs, bottles or gift cards: `1 case`, `3 bottles`. */
export const formatUnits = (count: number, unit: CartUnit): string => `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`;

/** Text of the buttons. The names of the button and the quantity field are fixed [NAME-2] [NAME-8]. */
export const cartButtonMessages = {
  add: 'Add to cart',
  soldOut: 'Sold out',
  quantity: 'Quantity',
  decrease: 'Decrease quantity',
  increase: 'Increase quantity',
  quantityToAdd: (unit: CartUnit, name: string) => `How many ${UNITS[unit][1]} of ${name} to add`,
  inCart: (count: number, unit: CartUnit) => `${formatUnits(count, unit)} in your cart.`,
  viewCart: 'View cart',
  cart: 'Cart',
  cartWith: (contents: string) => `Cart, ${contents}`,
} as const;
