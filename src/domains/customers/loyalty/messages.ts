/** Text of the loyalty program. */
export const tierProgressMessages = {
  label: (tier: string) => `Towards ${tier}`,
  missing: (spent: string, months: number, missing: string, tier: string) =>
    `${spent} in the last ${months} months. Spend ${missing} more to reach ${tier}.`,
  top: (spent: string, months: number) => `${spent} in the last ${months} months. You’ve reached the top tier.`,
  lessAt: (date: string) => `Your earliest order stops counting on ${date}.`,
} as const;
