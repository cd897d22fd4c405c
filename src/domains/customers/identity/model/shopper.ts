/** Who is shopping, as far as rules care (SPEC.md §6). Customer id 0 is a guest. */
import { GROUPS, groupOf } from './groups.ts';
import type { Tier } from './tiers.ts';

export interface Shopper {
  /** Loyalty tier that the shop treats them as; null is a guest. Staff count as FOUNDERS. */
  readonly tier: string | null;
  /** Loyalty tier of the account, also for staff; null is a guest. */
  readonly ownTier: string | null;
  /** Staff see every tier. */
  readonly isStaff: boolean;
  readonly customerId: number;
  /** Customer group for promotions; 0 is none. */
  readonly groupId: number;
}

export const GUEST_SHOPPER: Shopper = { customerId: 0, groupId: 0, tier: null, ownTier: null, isStaff: false };

/** A customer as a shopper of a market: staff shop as FOUNDERS without a tier filter (SPEC.md §4 "Loyalty tier selection"). */
export function shopperOf(customerId: number, group: 'STAFF' | null, tier: Tier): Shopper {
  const isStaff = group === 'STAFF';
  return { customerId, groupId: GROUPS[groupOf(group, tier)], tier: isStaff ? 'FOUNDERS' : tier, ownTier: tier, isStaff };
}
