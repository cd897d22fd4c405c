/** Text that a customer sends to a friend. */
export const shareMessages = {
  title: (amount: string, shop: string) => `${amount} off your first order at ${shop}`,
  text: (amount: string, shop: string) => `I buy my wine from ${shop}. Use my link to get ${amount} off your first order.`,
} as const;
