/** The shopper as rules see them: a guest (customer id 0) or a customer [ID-37, ID-46]. */
import { GROUPS, groupOf } from './claims.ts';
import type { Tier } from './tiers.ts';

export interface Shopper {
  /** Tier that decides eligibility [LOY-11]; null for guests. FOUNDERS for staff. */
  readonly tier: string | null;
  /** Tier of the account, also for staff; null for guests. */
  readonly ownTier: string | null;
  /** Staff see every tier. */
  readonly isStaff: boolean;
  readonly customerId: number;
  /** Customer group for promotions; 0 is none. */
  readonly groupId: number;
}

export const GUEST_SHOPPER: Shopper = { customerId: 0, groupId: 0, tier: null, ownTier: null, isStaff: false };

/** Creates the shopper of a customer. Staff are treated as FOUNDERS without a tier filter [LOY-12]. */
export function shopperOf(customerId: number, group: 'STAFF' | null, tier: Tier): Shopper {
  const isStaff = group === 'STAFF';
  return { customerId, groupId: GROUPS[groupOf(group, tier)], tier: isStaff ? 'FOUNDERS' : tier, ownTier: tier, isStaff };
}
