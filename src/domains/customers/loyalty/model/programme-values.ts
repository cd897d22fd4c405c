/** Values of a programme for pages. Separate from the schema, so that browsers do not load it. */

import { formatMoney } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { CouponValues, DiscountKind, LoyaltyConfig } from './programme.ts';

export type { LoyaltyConfig } from './programme.ts';

/** Returns the coupon values of a tier. Missing ones are 0 [LOY-22]. */
export function couponValuesOf(config: LoyaltyConfig | null, name: string | null): CouponValues {
  const found = config?.tiers.find((each) => each.tier === name?.toUpperCase())?.couponValues;
  return { birthday: found?.birthday ?? 0, anniversary: found?.anniversary ?? 0 };
}

/** Returns the name of a tier: the retailer's, or that of its code until the programme is here (`GOLD` → `Gold`). */
export const tierName = (config: LoyaltyConfig | null, tier: string): string =>
  config?.tiers.find((each) => each.tier === tier.toUpperCase())?.name ?? tier.charAt(0).toUpperCase() + tier.slice(1).toLowerCase();

/** Formats a coupon's discount: `$40.00` or `15%`. */
export function formatDiscount(value: number, kind: DiscountKind, market: Market): string {
  const { locale, currency } = getMarketConfig(market);
  return kind === 'percentage' ? `${value}%` : formatMoney(Math.round(value * 100), locale, currency);
}
