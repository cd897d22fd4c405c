/** Text about wines that are added to an order. */

/** Why nothing can be added to an order. Buyers and staff read it. */
export const additionErrors = {
  ended: (number: number) => `Nothing can be added to order #${number} any more, because it has ended.`,
  sent: (number: number) => `Order #${number} is on its way already, so nothing can be added to it. Place a new order instead.`,
  packed: (number: number) => `Order #${number} is being packed, so nothing can be added to it. Place a new order instead.`,
  collected: (number: number) => `Order #${number} is collected in store, so nothing is added to it. Place a new order instead.`,
  disputed: (number: number) => `The payment of order #${number} is disputed, so nothing can be added to it.`,
} as const;
