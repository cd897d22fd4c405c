/** Text of the loyalty program. */
import { plural } from '#lib/plural.ts';

const lastMonths = (months: number): string => (months === 1 ? 'month' : `${months} months`);

export const tierProgressMessages = {
  label: (tier: string) => `Towards ${tier}`,
  missing: (spent: string, months: number, missing: string, tier: string) =>
    `${spent} in the last ${lastMonths(months)}. Spend ${missing} more to reach ${tier}.`,
  top: (spent: string, months: number) => `${spent} in the last ${lastMonths(months)}. You’ve reached the top tier.`,
  lessAt: (date: string) => `Your earliest order stops counting on ${date}.`,
} as const;

/** Text of the setting in the office. */
export const loyaltySettingMessages = {
  tierInUse: (tier: string, count: number) =>
    `tiers: ${plural(count, 'customer')} ${count === 1 ? 'has' : 'have'} the tier ${tier}. Keep it, or give them another tier first.`,
} as const;
