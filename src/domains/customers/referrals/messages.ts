/** Text that a customer sends to a friend. */
export const shareMessages = {
  title: (amount: string, shop: string) => `${amount} off your first order at ${shop}`,
  text: (amount: string, shop: string) => `I buy my wine from ${shop}. Use my link to get ${amount} off your first order.`,
} as const;

/** Text of the email about a referrer's credit. */
export const creditEmailMessages = {
  subject: (amount: string) => `${amount} for you, from a friend’s first order`,
  text: (amount: string) =>
    `A friend has placed their first order with your code, so we’ve added ${amount} to your store credit. Use it at checkout.`,
  action: 'See your credit',
  closing: 'Thanks for spreading the word,',
} as const;
