/** Schema of a market's loyalty programme: tiers, thresholds, benefits and coupon values [LOY-22]. */
import { z } from 'zod';
import { TIER_RANKS, TIERS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import { storableText } from '#lib/is-storable-text.ts';
import type { MarketSettings } from '#markets/definition.ts';
import { MARKETS, type Market, marketSettings, perMarket } from '#markets/market.ts';

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
export type ProgrammeTier = z.output<typeof programmeTier>;

/** Response of `get-loyalty-config`. */
export const loyaltyConfig = z.object({
  market: z.enum(MARKETS),
  windowMonths: z.number().int().min(1).max(60).describe('Length of the spending window in months'),
  couponDays: z.number().int().min(1).max(366).describe('Validity of a birthday or anniversary coupon in days'),
  tiers: z.array(programmeTier).min(1).max(TIERS.length),
});
export type LoyaltyConfig = z.output<typeof loyaltyConfig>;

/** The programme in the interchange format. Ranks are not imported. */
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

const tier = (
  name: Tier,
  spend: number | null,
  summary: string,
  benefits: readonly string[],
  coupons: CouponValues = { birthday: 0, anniversary: 0 },
): Omit<ProgrammeTier, 'rank'> => ({
  tier: name,
  name: name.charAt(0) + name.slice(1).toLowerCase(),
  spend,
  summary,
  benefits: [...benefits],
  couponValues: coupons,
  discountKind: 'dollar_value',
});

/** Creates the default programme of a market from what a year's spending earns. */
const defaultProgramme = (market: Market, spend: MarketSettings['loyaltySpend']): LoyaltyRecord => ({
  record: 'loyalty',
  market,
  windowMonths: 12,
  couponDays: 30,
  tiers: [
    tier('NEW', null, 'Before the first order.', ['Favourites and orders in one place']),
    tier('GREEN', 0, 'Everyone starts here.', ['Favourites and orders in one place', '$10 on your birthday'], {
      birthday: 10,
      anniversary: 0,
    }),
    tier(
      'SILVER',
      spend.SILVER,
      'For regulars who know their way around the shelves.',
      ['Offers for Silver members', '$20 on your birthday', '$10 on each anniversary of joining'],
      {
        birthday: 20,
        anniversary: 10,
      },
    ),
    tier(
      'GOLD',
      spend.GOLD,
      'Small parcels, shown to you first.',
      ['Offers for Gold members', '$40 on your birthday', '$20 on each anniversary of joining'],
      {
        birthday: 40,
        anniversary: 20,
      },
    ),
    tier(
      'BLACK',
      spend.BLACK,
      'Parcels too small for the shelf go to you.',
      ['Offers for Black members', '$75 on your birthday', '$50 on each anniversary of joining'],
      {
        birthday: 75,
        anniversary: 50,
      },
    ),
    tier(
      'FOUNDERS',
      null,
      'For the people who were here first.',
      ['Every tier’s offers', '$75 on your birthday', '$50 on each anniversary of joining'],
      {
        birthday: 75,
        anniversary: 50,
      },
    ),
  ],
});

export const DEFAULT_PROGRAMMES: Readonly<Record<Market, LoyaltyRecord>> = perMarket((market) =>
  defaultProgramme(market, marketSettings(market).loyaltySpend),
);

/** Maps a stored programme to the response. */
export const configOf = ({ record: _, tiers, ...rest }: LoyaltyRecord): LoyaltyConfig => ({
  ...rest,
  tiers: tiers
    // Older records have no discount kind.
    .map((each) => ({ ...each, discountKind: each.discountKind ?? 'dollar_value', rank: TIER_RANKS[each.tier] }))
    .sort((a, b) => a.rank - b.rank),
});
