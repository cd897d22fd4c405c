/** Customer groups, which promotions refer to: one per tier, and one for staff [ID-46]. */
import type { Tier } from './tiers.ts';

/** Customer group ids; 0 is a guest, or a customer without a group. */
export const GROUPS = { GUEST: 0, NEW: 1, GREEN: 2, SILVER: 3, GOLD: 4, BLACK: 5, FOUNDERS: 6, STAFF: 7 } as const;

export type CustomerGroup = Exclude<keyof typeof GROUPS, 'GUEST'>;

/** Returns `STAFF` for staff, else the group of the tier. */
export const groupOf = (group: 'STAFF' | null, tier: Tier): CustomerGroup => group ?? tier;
