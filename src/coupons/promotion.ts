/**
 * A promotion as data: automatic, or redeemed by a coupon code (SPEC.md §3 Promotion, Coupon). Cents and percent.
 * The interchange record carries decimals; `toPromotion` makes cents of them.
 */
import { z } from 'zod';
import { MARKETS, type Market } from '../market/market.ts';
import { storableText } from '../platform/storable-text.ts';

export { GROUPS } from '../identity/groups.ts';

export const COUPON_TYPES = ['per_total_discount', 'percentage_discount', 'free_shipping', 'promotion'] as const;

const money = z.number().positive().max(1_000_000).multipleOf(0.01);
const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), amount: money }),
  z.object({ kind: z.literal('percentage'), percent: z.number().min(0.01).max(100) }),
  z.object({ kind: z.literal('free_shipping') }),
]);

export const promotionRecord = z.object({
  record: z.literal('promotion'),
  id: z.number().int().min(1).max(2_147_483_647),
  name: storableText(120).min(1),
  /** Null for a promotion that applies by itself. Compared without case. */
  code: storableText(60).min(1).nullable().default(null),
  couponType: z.enum(COUPON_TYPES).default('promotion'),
  markets: z
    .array(z.enum(MARKETS))
    .min(1)
    .default([...MARKETS]),
  startsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Groups it is for (empty: everyone) and groups it is not for. */
  groupIds: z.array(z.number().int()).default([]),
  excludedGroupIds: z.array(z.number().int()).default([]),
  /** Smallest cart amount it works with, before it is applied. */
  minimum: z.number().nonnegative().max(1_000_000).multipleOf(0.01).default(0),
  /** True where it may stand beside other coupons; otherwise the newest coupon replaces an older one. */
  stackable: z.boolean().default(false),
  actions: z.array(action).min(1).max(5),
});
export type PromotionRecord = z.output<typeof promotionRecord>;
export type PromotionRecordInput = z.input<typeof promotionRecord>;

export type Action =
  | { readonly kind: 'amount'; readonly cents: number }
  | { readonly kind: 'percentage'; readonly percent: number }
  | { readonly kind: 'free_shipping' };

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
  readonly minimumCents: number;
  readonly stackable: boolean;
  readonly actions: readonly Action[];
}

/** The promotion of a record. */
export const toPromotion = ({ record: _, minimum, actions, ...rest }: PromotionRecord): Promotion => ({
  ...rest,
  minimumCents: Math.round(minimum * 100),
  actions: actions.map((given) => (given.kind === 'amount' ? { kind: 'amount', cents: Math.round(given.amount * 100) } : given)),
});

/** The form codes are compared in. */
export const couponKey = (code: string): string => code.trim().toUpperCase();
