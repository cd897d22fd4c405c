/** Schema of a market's loyalty programme: tiers, thresholds, benefits and coupon values [LOY-22]. */
import { z } from 'zod';
import { TIER_RANKS, TIERS } from '#domains/customers/identity/model/tiers.ts';
import { benefitsOf, type LoyaltyProgramme } from '#domains/settings/model/groups/loyalty.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS, type Market } from '#markets/market.ts';

const dollars = z.number().nonnegative().max(1_000_000).multipleOf(0.01);

/** Unit of a coupon value: per cent of the order, or dollars. */
export const DISCOUNT_KINDS = ['percentage', 'dollar_value'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

const couponValues = z.object({
  birthday: dollars.default(0).describe('Discount on an order, once a year; 0 for none'),
  anniversary: dollars.default(0),
});
export type CouponValues = z.output<typeof couponValues>;
export type Occasion = keyof CouponValues;

const programmeTier = z.object({
  tier: z.enum(TIERS),
  name: storableText(40).min(1),
  rank: z.number().int().describe('The higher of two tiers counts'),
  spend: dollars.nullable().describe('Spending within the window that reaches the tier; null if spending cannot reach it'),
  summary: storableText(240).default(''),
  benefits: z.array(storableText(160).min(1)).max(12).default([]),
  couponValues: couponValues.default({ birthday: 0, anniversary: 0 }),
  discountKind: z.enum(DISCOUNT_KINDS).default('dollar_value').describe('Values of the coupons'),
});

/** Response of `get-loyalty-config`. */
export const loyaltyConfig = z.object({
  market: z.enum(MARKETS),
  windowMonths: z.number().int().min(1).max(60).describe('Length of the spending window in months'),
  couponDays: z.number().int().min(1).max(366).describe('Validity of a birthday or anniversary coupon in days'),
  tiers: z.array(programmeTier).min(1).max(TIERS.length),
});
export type LoyaltyConfig = z.output<typeof loyaltyConfig>;

/** The programme in the interchange format. Ranks are not imported. Texts may contain `{birthday}` and `{anniversary}`. */
export const loyaltyRecord = loyaltyConfig.omit({ tiers: true }).extend({
  record: z.literal('loyalty'),
  tiers: z
    .array(
      programmeTier
        .omit({ rank: true })
        .refine(
          ({ discountKind, couponValues: { birthday, anniversary } }) =>
            discountKind !== 'percentage' || Math.max(birthday, anniversary) <= 100,
          {
            path: ['couponValues'],
            message: 'must be 100 at most where they are a percentage',
          },
        ),
    )
    .min(1)
    .max(TIERS.length),
});
export type LoyaltyRecord = z.output<typeof loyaltyRecord>;

/** Converts an imported programme to the value of the setting, which has the coupons beside the other fields of a tier. */
export const toProgramme = ({ windowMonths, couponDays, tiers }: Omit<LoyaltyRecord, 'record' | 'market'>): LoyaltyProgramme => ({
  windowMonths,
  couponDays,
  tiers: tiers.map(({ couponValues, ...tier }) => ({ ...tier, ...couponValues })),
});

/** Converts the setting of a market to the response. */
export const toConfig = (market: Market, { windowMonths, couponDays, tiers }: LoyaltyProgramme): LoyaltyConfig => ({
  market,
  windowMonths,
  couponDays,
  tiers: tiers
    .map((each) => {
      const { tier, name, spend, summary, birthday, anniversary, discountKind } = each;
      const couponValues = { birthday, anniversary };
      return { tier, name, spend, summary, benefits: benefitsOf(each), couponValues, discountKind, rank: TIER_RANKS[tier] };
    })
    .sort((a, b) => a.rank - b.rank),
});
