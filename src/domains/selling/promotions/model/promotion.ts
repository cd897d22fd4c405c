/**
 * Promotions as data: automatic, or redeemed by a coupon code [PROMO-2]. Amounts are in cents, percentages in percent. The schema
 * of the interchange record is in promotion-record.ts, because browsers load these rules without the schema.
 */
import { MARKETS, type Market } from '#markets/market.ts';
import type { PromotionRecord } from './promotion-record.ts';

export { GROUPS } from '#domains/customers/identity/model/claims.ts';

export const COUPON_TYPES = ['per_total_discount', 'percentage_discount', 'free_shipping', 'promotion'] as const;
export const ACTION_KINDS = ['amount', 'percentage', 'free_shipping', 'buy_get', 'gift'] as const;
export const BANNER_TYPES = ['upsell', 'eligible', 'applied'] as const;
export const BANNER_PAGES = ['any', 'home', 'list', 'offer', 'cart', 'checkout'] as const;

/** What a promotion gives. `percent` is 0 to 100; null is no limit for `most`, and once for `perCases`. */
export type Action =
  | { readonly kind: 'amount'; readonly cents: number; readonly each?: true }
  | { readonly kind: 'percentage'; readonly percent: number }
  | { readonly kind: 'free_shipping' }
  | { readonly kind: 'buy_get'; readonly buy: number; readonly get: number; readonly percent: number; readonly most: number | null }
  | { readonly kind: 'gift'; readonly offerId: string; readonly quantity: number; readonly perCases: number | null };

/** The lines that a promotion applies to: those that at least one list names, or all lines if every list is empty. */
export interface Scope {
  readonly offerIds: readonly string[];
  readonly productIds: readonly number[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
}

export interface Promotion {
  readonly id: number;
  readonly name: string;
  readonly code: string | null;
  readonly couponType: (typeof COUPON_TYPES)[number];
  readonly markets: readonly Market[];
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly groupIds: readonly number[];
  readonly excludedGroupIds: readonly number[];
  readonly customerIds: readonly number[];
  readonly firstOrderOnly: boolean;
  readonly scope: Scope;
  readonly minimumCents: number;
  readonly minimumQuantity: number;
  readonly priority: number;
  readonly stackable: boolean;
  readonly exclusive: boolean;
  readonly usesTotal: number | null;
  readonly usesPerCustomer: number | null;
  readonly actions: readonly Action[];
  readonly banners: PromotionRecord['banners'];
}

/** Defaults of a promotion: no restriction by shopper, market, time or scope. */
export const UNRESTRICTED: Omit<Promotion, 'id' | 'name' | 'code' | 'couponType' | 'actions'> = {
  markets: MARKETS,
  startsAt: null,
  endsAt: null,
  groupIds: [],
  excludedGroupIds: [],
  customerIds: [],
  firstOrderOnly: false,
  scope: { offerIds: [], productIds: [], categories: [], tags: [] },
  minimumCents: 0,
  minimumQuantity: 0,
  priority: 0,
  stackable: false,
  exclusive: false,
  usesTotal: null,
  usesPerCustomer: null,
  banners: [],
};

/** Sorts promotions in the order in which they apply: automatic ones first, then by priority, then by id. */
export const inOrder = (promotions: readonly Promotion[]): Promotion[] =>
  [...promotions].sort((a, b) => Number(a.code !== null) - Number(b.code !== null) || a.priority - b.priority || a.id - b.id);

/** Returns the form of a code that is used for comparison. */
export const couponKey = (code: string): string => code.trim().toUpperCase();
