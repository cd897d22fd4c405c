/** What pages read of a programme; apart from its schema, so that browsers need not load that. */

import { formatMoney } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { CouponValues, DiscountKind, LoyaltyConfig } from './programme.ts';

export type { LoyaltyConfig } from './programme.ts';

/** What a tier's coupons are worth, in dollars; 0 where nothing is said (SPEC.md §3). */
export function couponValuesOf(config: LoyaltyConfig | null, name: string | null): CouponValues {
  const found = config?.tiers.find((each) => each.tier === name?.toUpperCase())?.couponValues;
  return { birthday: found?.birthday ?? 0, anniversary: found?.anniversary ?? 0 };
}

/** `$40.00`, `15%`: what a coupon takes off. */
export function discountWords(value: number, kind: DiscountKind, market: Market): string {
  const { locale, currency } = marketFacts(market);
  return kind === 'percentage' ? `${value}%` : formatMoney(Math.round(value * 100), locale, currency);
}
