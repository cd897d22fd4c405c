/** Text that a customer sends to a friend. */
export const shareMessages = {
  title: (amount: string) => `${amount} off your first order at Cellardoor`,
  text: (amount: string) => `I buy my wine from Cellardoor. Use my link to get ${amount} off your first order.`,
} as const;
