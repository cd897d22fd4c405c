/** What pages read of a programme; apart from its schema, so that browsers need not load that. */
import type { CouponValues, LoyaltyConfig } from './programme.ts';

export type { LoyaltyConfig } from './programme.ts';

/** What a tier's coupons are worth, in dollars; 0 where nothing is said (SPEC.md §3). */
export function couponValuesOf(config: LoyaltyConfig | null, name: string | null): CouponValues {
  const found = config?.tiers.find((each) => each.tier === name?.toUpperCase())?.couponValues;
  return { birthday: found?.birthday ?? 0, anniversary: found?.anniversary ?? 0 };
}
