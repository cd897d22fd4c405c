/** Text of offer cards and prices. */
export const cardMessages = {
  saleEnded: 'Sale ended',
  timeLeft: (remaining: string) => `${remaining} left`,
  perCard: 'a card',
  perBottle: 'a bottle',
  soldOut: 'Sold out',
  rrp: (price: string) => `RRP ${price}`,
  saving: (percent: number) => `Save ${percent}%`,
} as const;
