/**
 * The interchange record of a promotion, with an integer id [PROMO-4], decimal amounts and percentages. `toPromotion` converts it
 * to cents.
 */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { type Action, BANNER_PAGES, BANNER_TYPES, COUPON_TYPES, type Promotion } from './promotion.ts';

const money = z.number().positive().max(1_000_000).multipleOf(0.01);
const percent = z.number().min(0.01).max(100);
const cases = z.number().int().min(1).max(1_000);
const action = z.discriminatedUnion('kind', [
  /** A discount on the lines in scope together, or with `each` on every case. */
  z.object({ kind: z.literal('amount'), amount: money, each: z.literal(true).optional() }),
  z.object({ kind: z.literal('percentage'), percent }),
  z.object({ kind: z.literal('free_shipping') }),
  /** Of every `buy` + `get` cases in scope, discounts the `get` cheapest by `percent`; at most `most` cases. */
  z.object({ kind: z.literal('buy_get'), buy: cases, get: cases, percent: percent.default(100), most: cases.nullable().default(null) }),
  /** Cases of an offer, once or for every `perCases` cases in scope. */
  z.object({
    kind: z.literal('gift'),
    offerId: storableText(64).min(1),
    quantity: cases.default(1),
    perCases: cases.nullable().default(null),
  }),
]);

/** The lines that a promotion applies to: those that at least one list names, or all lines if every list is empty. */
const scope = z.object({
  offerIds: z.array(storableText(64).min(1)).max(1_000).default([]),
  productIds: z.array(z.number().int().min(1)).max(1_000).default([]),
  categories: z.array(storableText(64).min(1)).max(100).default([]),
  tags: z.array(storableText(64).min(1)).max(100).default([]),
});

const banner = z.object({
  /** `upsell`: conditions are not met; `eligible`: met, but not applied; `applied`. */
  type: z.enum(BANNER_TYPES),
  page: z.enum(BANNER_PAGES).default('cart'),
  /** `<cases>` and `<amount>` are replaced by what is missing, `<code>` and `<name>` by those of the promotion. */
  text: storableText(300).min(1),
  /** For `upsell`: share of the conditions, 0 to 1, that must be met before the banner is shown. */
  shownFrom: z.number().min(0).max(1).default(0),
  /** For `applied`: delivery is free while the banner is shown [SHIP-9]. */
  freeShipping: z.boolean().default(false),
});

export const promotionRecord = z.object({
  record: z.literal('promotion'),
  id: z.number().int().min(1).max(2_147_483_647),
  name: storableText(120).min(1),
  /** Null for an automatic promotion. Compared case-insensitively. */
  code: storableText(60).min(1).nullable().default(null),
  couponType: z.enum(COUPON_TYPES).default('promotion'),
  markets: z
    .array(z.enum(MARKETS))
    .min(1)
    .default([...MARKETS]),
  startsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Groups that can use it (empty: all) and groups that cannot. */
  groupIds: z.array(z.number().int()).default([]),
  excludedGroupIds: z.array(z.number().int()).default([]),
  /** Customers who can use it; empty: everyone whom the groups admit. */
  customerIds: z.array(z.number().int().min(1)).max(1_000).default([]),
  /** Only for a first order; guests are identified by email. */
  firstOrderOnly: z.boolean().default(false),
  scope: scope.prefault({}),
  /** Minimum amount, after earlier promotions, and minimum number of cases of the lines in scope. */
  minimum: z.number().nonnegative().max(1_000_000).multipleOf(0.01).default(0),
  minimumQuantity: z.number().int().min(0).max(10_000).default(0),
  /** Lower values apply first. Automatic promotions apply before coupons; ties are broken by the smaller id. */
  priority: z.number().int().min(-1_000_000).max(1_000_000).default(0),
  /** True if the coupon can be combined with other coupons; otherwise the newest coupon replaces an older one. */
  stackable: z.boolean().default(false),
  /**
   * For an automatic promotion: cannot be combined with another one, and the first in order wins. For a coupon: no automatic
   * promotions apply.
   */
  exclusive: z.boolean().default(false),
  /** Number of orders that can use it, in total and per customer; null for no limit. */
  usesTotal: z.number().int().min(1).nullable().default(null),
  usesPerCustomer: z.number().int().min(1).nullable().default(null),
  actions: z.array(action).min(1).max(5),
  banners: z.array(banner).max(10).default([]),
});
export type PromotionRecord = z.output<typeof promotionRecord>;
export type PromotionRecordInput = z.input<typeof promotionRecord>;

function toAction(action: PromotionRecord['actions'][number]): Action {
  if (action.kind !== 'amount') return action;
  const cents = Math.round(action.amount * 100);
  return action.each ? { kind: 'amount', cents, each: true } : { kind: 'amount', cents };
}

/** Converts a record to a promotion. */
export const toPromotion = ({ record: _, minimum, actions, ...rest }: PromotionRecord): Promotion => ({
  ...rest,
  minimumCents: Math.round(minimum * 100),
  actions: actions.map(toAction),
});
