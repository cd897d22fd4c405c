/** The interchange record of a promotion: decimals and percent; `toPromotion` makes cents of them. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { type Action, BANNER_PAGES, BANNER_TYPES, COUPON_TYPES, type Promotion } from './promotion.ts';

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
