/** Loyalty tiers and their ranks, the one table of them (SPEC.md §3 "Tiers"). */

/** Whom an offer may be for, lowest first: everyone, guests, or customers of a tier. */
export const TIER_RANKS = { ALL: -1, GUEST: 0, GREEN: 1, NEW: 1, SILVER: 2, GOLD: 3, BLACK: 4, FOUNDERS: 5 } as const;

export type TierEligible = keyof typeof TIER_RANKS;
export const TIERS_ELIGIBLE = Object.keys(TIER_RANKS) as [TierEligible, ...TierEligible[]];

/** A tier that a customer can have. */
export type Tier = Exclude<TierEligible, 'ALL' | 'GUEST'>;
export const TIERS = TIERS_ELIGIBLE.filter((tier) => TIER_RANKS[tier] > TIER_RANKS.GUEST) as [Tier, ...Tier[]];

/** What a customer has where nothing else is said (SPEC.md §3 "User"). */
export const DEFAULT_TIER: Tier = 'GREEN';
