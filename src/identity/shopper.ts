/** Who is shopping, as far as rules care (SPEC.md §6). Customer id 0 is a guest. */

export interface Shopper {
  /** Loyalty tier; null is a guest. */
  readonly tier: string | null;
  /** Staff see every tier. */
  readonly isStaff: boolean;
  readonly customerId: number;
  /** Customer group for promotions; 0 is none. */
  readonly groupId: number;
}

export const GUEST_SHOPPER: Shopper = { customerId: 0, groupId: 0, tier: null, isStaff: false };
