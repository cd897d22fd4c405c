/** Titles of the checkout pages. */
export const titles = {
  confirmingPayment: 'Confirming your payment',
  checkout: 'Checkout',
  order: (number: number | string) => `Order #${number}`,
  orderNotFound: 'Not found',
  sandboxPayment: 'Payment · Sandbox gateway',
} as const;
