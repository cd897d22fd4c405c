/** Sentences of the server about changes of a cart that the shopper did not ask for. */

/** Returns `Only 1 case is`, `Only 4 cases are` or `No cases are`. */
export const formatStockLeft = (remaining: number): string =>
  remaining === 0 ? 'No cases are' : remaining === 1 ? 'Only 1 case is' : `Only ${remaining} cases are`;

/** Notices about coupons that were replaced, kept or excluded [PROMO-8]. */
export const couponNotices = {
  automaticOffers: 'the offers that are already in your cart',
  existingIsBetter: (code: string, others: string) => `${code} wouldn't save you more than ${others}, so we kept ${others}.`,
  replaced: (code: string, others: string) => `${code} replaced ${others}, because it saves you more. They can't be used together.`,
  excluded: (code: string, other: string) => `${code} was removed because it can't be used with ${other}.`,
} as const;

/** Returns `1 case` or `4 cases`. */
export const formatCases = (count: number): string => `${count} case${count === 1 ? '' : 's'}`;

/** Notices about line changes that the shopper did not request [CART-46]. Prices are already formatted. */
export const lineChangeMessages = {
  soldOut: (name: string) => `${name} has sold out, so we've removed it from your cart.`,
  notEligible: (name: string) => `${name} is not available to you, so we've removed it from your cart.`,
  noStock: (name: string) => `There is not enough ${name} left, so we've removed it from your cart.`,
  limitedStock: (name: string, count: number) => `We could only add ${formatCases(count)} of ${name}: that's all we have left.`,
  limitReached: (name: string) => `You have reached the limit per customer for ${name}, so we've removed it from your cart.`,
  limited: (name: string, count: number) => `Your cart holds ${formatCases(count)} of ${name}: that is the limit per customer.`,
  giftAdded: (name: string) => `${name} is in your cart as a gift.`,
  giftRemoved: (name: string) => `${name} was a free gift. We've removed it because the offer no longer applies.`,
  giftUpdated: (name: string, count: number) => `Your gift is now ${formatCases(count)} of ${name}.`,
  price: (name: string, price: string, previous: string, isLower: boolean) =>
    `${name} is ${price} a case now. It was ${previous}${isLower ? ', so you pay less' : ''}.`,
} as const;
