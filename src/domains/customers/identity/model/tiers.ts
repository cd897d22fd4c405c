/** Loyalty tiers and their ranks [LOY-1, LOY-2, LOY-3, LOY-4, LOY-5, LOY-6, LOY-7, LOY-8]. */

/** Audiences of offers by rank: everyone, guests, and each tier. */
export const TIER_RANKS = { ALL: -1, GUEST: 0, GREEN: 1, NEW: 1, SILVER: 2, GOLD: 3, BLACK: 4, FOUNDERS: 5 } as const;

export type TierEligible = keyof typeof TIER_RANKS;
export const TIERS_ELIGIBLE = Object.keys(TIER_RANKS) as [TierEligible, ...TierEligible[]];

/** A tier that a customer can have [LOY-9]. */
export type Tier = Exclude<TierEligible, 'ALL' | 'GUEST'>;
export const TIERS = TIERS_ELIGIBLE.filter((tier) => TIER_RANKS[tier] > TIER_RANKS.GUEST) as [Tier, ...Tier[]];

/** Tier of customers without another one [LOY-10]. */
export const DEFAULT_TIER: Tier = 'GREEN';
