/**
 * Handlers of the promotions' endpoints. A promotion that the caller may not know about gives the response of an unknown one
 * (docs/decisions/0095-promotions-and-stock-tell-nothing-hidden.md).
 */
import { visibleIds } from '#domains/catalogue/server/visible-offers.repository.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { PromotionOnWire, promotionContract } from '../contract.ts';
import { isForCustomer, isRunning } from '../model/eligibility.ts';
import { couponKey, type Promotion } from '../model/promotion.ts';
import { namedIds, viewPromotion } from '../model/view.ts';
import { findByCode, findById } from './promotion.repository.ts';

export function promotionHandlers(database: Database, auth: Authentication): Handlers<typeof promotionContract> {
  const viewFor = async (promotion: Promotion | null, market: Market, shopper: Shopper): Promise<PromotionOnWire | null> => {
    if (!promotion?.markets.includes(market)) return null;
    if (!isRunning(promotion, Date.now()) || !isForCustomer(promotion, shopper)) return null;
    const seen = await visibleIds(database, market, shopper, namedIds(promotion));
    return viewPromotion(promotion, { ...seen, customerId: shopper.customerId });
  };

  return {
    async byCode({ code }, context) {
      const shopper = await auth.shopper(context);
      const view = await viewFor(await findByCode(database, couponKey(code)), context.site.market, shopper);
      return view ? ok({ data: view }) : fail('coupon_invalid', { code });
    },

    async single({ promotionId }, context) {
      const shopper = await auth.shopper(context);
      const view = await viewFor(await findById(database, promotionId), context.site.market, shopper);
      return view ? ok({ data: view }) : fail('promotion_not_found');
    },
  };
}
