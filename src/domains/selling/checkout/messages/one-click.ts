/** Text of one-click checkout. The name of the button is fixed [NAME-6]. The messages of its steps are in model/one-click.ts. */
export const oneClickMessages = {
  button: 'One-click checkout',
  charge: 'We’ll charge',
  chargeDetails: 'to your default card and deliver to your default address. By ordering, you confirm that you’re 18 or over.',
  offer: (hasOtherLines: boolean) =>
    `Buys this${hasOtherLines ? ' and everything in your cart' : ''} using your default address and card. By ordering, you confirm that you’re 18 or over.`,
  unreachable: 'We can’t reach the shop. Please try again; you won’t be charged twice.',
} as const;
