/** What the cart says about the choices of the checkout. */
export const deliveryChoiceMessages = {
  title: 'At the checkout you can also:',
  chooseDay: (first: string) => `Choose the day of delivery, from ${first}`,
  hold: (until: string) => `Have your order held, until ${until} at the latest`,
  collect: (name: string, address: string) => `Collect it from ${name}, ${address}, free of charge`,
} as const;
