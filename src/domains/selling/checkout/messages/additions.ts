/** Text of the checkout of wines that are added to an order. */
export const additionMessages = {
  goesWith: (number: number) => `These wines go with your order #${number}, to its address and without another delivery charge.`,
  otherAddress: (number: number) =>
    `These wines go with your order #${number}, so they can’t go to another address or be collected. Enter the address of that order.`,
} as const;
