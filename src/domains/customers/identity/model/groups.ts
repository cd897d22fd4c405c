/** The customer groups that promotions name (SPEC.md §3): one a tier, and one for staff. */
import type { Tier } from './tiers.ts';

/** Customer group ids; 0 is a guest, or a customer without a group. */
export const GROUPS = { GUEST: 0, NEW: 1, GREEN: 2, SILVER: 3, GOLD: 4, BLACK: 5, FOUNDERS: 6, STAFF: 7 } as const;

export type CustomerGroup = Exclude<keyof typeof GROUPS, 'GUEST'>;

/** Staff stand in a group of their own, everybody else in that of their tier. */
export const groupOf = (group: 'STAFF' | null, tier: Tier): CustomerGroup => group ?? tier;
