/**
 * A promotion as data: automatic, or redeemed by a coupon code (SPEC.md §3 Promotion, Coupon). Cents and percent.
 * The interchange record carries decimals; `toPromotion` makes cents of them.
 */
import { z } from 'zod';
import { MARKETS, type Market } from '../market/market.ts';
import { storableText } from '../platform/storable-text.ts';

export { GROUPS } from '../identity/groups.ts';

export const COUPON_TYPES = ['per_total_discount', 'percentage_discount', 'free_shipping', 'promotion'] as const;
export const ACTION_KINDS = ['amount', 'percentage', 'free_shipping', 'buy_get', 'gift'] as const;
export const BANNER_TYPES = ['upsell', 'eligible', 'applied'] as const;
export const BANNER_PAGES = ['any', 'home', 'list', 'offer', 'cart', 'checkout'] as const;

const money = z.number().positive().max(1_000_000).multipleOf(0.01);
const percent = z.number().min(0.01).max(100);
const cases = z.number().int().min(1).max(1_000);
const action = z.discriminatedUnion('kind', [
  /** Off the lines in scope together, or with `each` off every case of them. */
  z.object({ kind: z.literal('amount'), amount: money, each: z.literal(true).optional() }),
  z.object({ kind: z.literal('percentage'), percent }),
  z.object({ kind: z.literal('free_shipping') }),
  /** Of every `buy` + `get` cases in scope, the `get` cheapest at `percent` off; at most `most` cases. */
  z.object({ kind: z.literal('buy_get'), buy: cases, get: cases, percent: percent.default(100), most: cases.nullable().default(null) }),
  /** Cases of an offer, once or for every `perCases` cases in scope. */
  z.object({
    kind: z.literal('gift'),
    offerId: storableText(64).min(1),
    quantity: cases.default(1),
    perCases: cases.nullable().default(null),
  }),
]);

/** Lines it looks at: those that any list names; all where every list is empty. */
const scope = z.object({
  offerIds: z.array(storableText(64).min(1)).max(1_000).default([]),
  productIds: z.array(z.number().int().min(1)).max(1_000).default([]),
  categories: z.array(storableText(64).min(1)).max(100).default([]),
  tags: z.array(storableText(64).min(1)).max(100).default([]),
});

const banner = z.object({
  /** upsell: something is missing; eligible: nothing is, and it is not applied yet; applied. */
  type: z.enum(BANNER_TYPES),
  page: z.enum(BANNER_PAGES).default('cart'),
  /** `<cases>` and `<amount>` are what is missing, `<code>` and `<name>` its own. */
  text: storableText(300).min(1),
  /** For an upsell: the share of its conditions, 0 to 1, that must hold before it shows. */
  shownFrom: z.number().min(0).max(1).default(0),
  /** For an applied one: delivery is free while it shows (SPEC.md §9). */
  freeShipping: z.boolean().default(false),
});

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
  /** Customers it is for; empty: everyone whom the groups let in. */
  customerIds: z.array(z.number().int().min(1)).max(1_000).default([]),
  /** Only for somebody's first order; who orders as a guest is known by e-mail. */
  firstOrderOnly: z.boolean().default(false),
  scope: scope.prefault({}),
  /** Smallest amount that promotions before it must have left of the lines in scope, and fewest cases of them. */
  minimum: z.number().nonnegative().max(1_000_000).multipleOf(0.01).default(0),
  minimumQuantity: z.number().int().min(0).max(10_000).default(0),
  /** Smaller goes first; automatic ones before coupons, and of equals the smaller id. */
  priority: z.number().int().min(-1_000_000).max(1_000_000).default(0),
  /** A coupon that may stand beside other coupons; otherwise the newest coupon replaces an older one. */
  stackable: z.boolean().default(false),
  /** Automatic: not beside another automatic one, the first in order wins. A coupon: no automatic ones beside it. */
  exclusive: z.boolean().default(false),
  /** Orders that may use it, in all and by one customer; null is no limit. */
  usesTotal: z.number().int().min(1).nullable().default(null),
  usesPerCustomer: z.number().int().min(1).nullable().default(null),
  actions: z.array(action).min(1).max(5),
  banners: z.array(banner).max(10).default([]),
});
export type PromotionRecord = z.output<typeof promotionRecord>;
export type PromotionRecordInput = z.input<typeof promotionRecord>;

export type Action =
  | { readonly kind: 'amount'; readonly cents: number; readonly each?: true }
  | { readonly kind: 'percentage'; readonly percent: number }
  | { readonly kind: 'free_shipping' }
  | { readonly kind: 'buy_get'; readonly buy: number; readonly get: number; readonly percent: number; readonly most: number | null }
  | { readonly kind: 'gift'; readonly offerId: string; readonly quantity: number; readonly perCases: number | null };

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

/** A promotion for everyone, everywhere, always, on everything: what a record means that says nothing of it. */
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

function toAction(given: PromotionRecord['actions'][number]): Action {
  if (given.kind !== 'amount') return given;
  const cents = Math.round(given.amount * 100);
  return given.each ? { kind: 'amount', cents, each: true } : { kind: 'amount', cents };
}

/** The promotion of a record. */
export const toPromotion = ({ record: _, minimum, actions, ...rest }: PromotionRecord): Promotion => ({
  ...rest,
  minimumCents: Math.round(minimum * 100),
  actions: actions.map(toAction),
});

/** The order promotions are applied in, whatever order they came in: automatic first, then by priority, then by id. */
export const inOrder = (promotions: readonly Promotion[]): Promotion[] =>
  [...promotions].sort((a, b) => Number(a.code !== null) - Number(b.code !== null) || a.priority - b.priority || a.id - b.id);

/** The form codes are compared in. */
export const couponKey = (code: string): string => code.trim().toUpperCase();
