/** Text of the loyalty program. */
const lastMonths = (months: number): string => (months === 1 ? 'month' : `${months} months`);

export const tierProgressMessages = {
  label: (tier: string) => `Towards ${tier}`,
  missing: (spent: string, months: number, missing: string, tier: string) =>
    `${spent} in the last ${lastMonths(months)}. Spend ${missing} more to reach ${tier}.`,
  top: (spent: string, months: number) => `${spent} in the last ${lastMonths(months)}. You’ve reached the top tier.`,
  lessAt: (date: string) => `Your earliest order stops counting on ${date}.`,
} as const;

/** Text of the loyalty emails. */
export const loyaltyEmailMessages = {
  tier: (tier: string) => ({
    subject: `You’re now a ${tier} member`,
    text: `Your last order took you to ${tier}. See what you get in your account.`,
    action: 'See your benefits',
    closing: 'Cheers,',
  }),
  occasions: {
    birthday: { subject: 'Happy birthday', wish: 'A birthday wants something to pour.' },
    anniversary: { subject: 'Another year together', wish: 'It’s another year since you joined us, and we’re glad you did.' },
  },
  coupon: (wish: string, amount: string, until: string) => ({
    text: `${wish} Here’s ${amount} off an order. Use it once, by ${until}: sign in and enter the code in your cart. It only works with your account.`,
    action: 'Browse the shelves',
    closing: 'With best wishes,',
  }),
} as const;
