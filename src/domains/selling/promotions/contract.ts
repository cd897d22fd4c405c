/**
 * Contract of the promotions' endpoints and their wire format [PROMO-1] [PROMO-2]. Responses contain no code: a caller has to know
 * it.
 */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { MARKETS } from '#markets/market.ts';
import { COUPON_ERRORS } from './messages.ts';
import { BANNER_PAGES, BANNER_TYPES } from './model/promotion.ts';

const discount = z.union([z.object({ fixed_amount: z.number() }), z.object({ percentage_amount: z.number() })]);

const rule = z.object({
  action: z.object({
    shipping: z.object({ free_shipping: z.literal(true) }).optional(),
    cart_value: z.object({ discount }).optional().describe('Discount on the sum of the lines'),
    cart_items: z
      .object({ discount, every: z.object({ buy: z.number().int(), get: z.number().int() }).optional() })
      .optional()
      .describe('Discount on each case; with `every`, on the cheapest of that many'),
    gift_item: z
      .object({ offer_id: z.string(), quantity: z.number().int(), per_cases: z.number().int().nullable() })
      .optional()
      .describe('Omitted if the caller may not see the offer'),
  }),
  condition: z.object({
    minimum_spend: z.number(),
    minimum_quantity: z.number().int(),
    offer_ids: z.array(z.string()).describe('Offers that the caller may not see are left out'),
    product_ids: z.array(z.number().int()).describe('Products that the caller may not see are left out'),
    categories: z.array(z.string()),
    tags: z.array(z.string()),
  }),
});

export const promotionOnWire = z.object({
  id: z.number().int(),
  name: z.string().describe('“Referral code” for a referral promotion, except to its owner'),
  redemption_type: z.enum(['AUTOMATIC', 'COUPON']),
  markets: z.array(z.enum(MARKETS)),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  rules: z.array(rule),
  customer: z.object({ group_ids: z.array(z.number().int()), excluded_group_ids: z.array(z.number().int()) }).describe('Group 0 is guests'),
  max_uses: z.number().int().nullable(),
  max_uses_per_customer: z.number().int().nullable(),
  banners: z.array(z.object({ id: z.string(), type: z.enum(BANNER_TYPES), page: z.enum(BANNER_PAGES), text: z.string() })),
});
export type PromotionOnWire = z.output<typeof promotionOnWire>;

const promotionResponse = z.object({ data: promotionOnWire });

export const promotionContract = calls({
  /** [API-38] */
  byCode: {
    method: 'GET',
    path: '/api/get-promotion-by-code',
    summary: 'Returns the promotion of a coupon code; 404 if it has not started, has ended or belongs to another customer',
    reference: '[API-38]',
    input: z.object({ code: z.string().trim().min(1).max(200) }),
    output: promotionResponse,
    mutates: false,
    failureLimitPerMinute: 20,
    errors: { coupon_invalid: { ...COUPON_ERRORS.coupon_invalid, status: 404 }, ...TOKEN_ERRORS },
  },
  /** [API-39] */
  single: {
    method: 'GET',
    path: '/api/get-single-promotion',
    summary: 'Returns a promotion by id; 404 if there is none, it has not started, has ended or belongs to another customer',
    reference: '[API-39]',
    input: z.object({ promotionId: z.coerce.number().int().min(1).max(2_147_483_647) }),
    output: promotionResponse,
    mutates: false,
    failureLimitPerMinute: 20,
    errors: { promotion_not_found: { status: 404, title: "We couldn't find that promotion." }, ...TOKEN_ERRORS },
  },
});
