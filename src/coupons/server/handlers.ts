/** The promotions' calls (SPEC.md §7). A promotion of another market is none here. */
import { answer, refuse } from '../../platform/contract.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { promotionCalls } from '../contract.ts';
import { couponKey } from '../promotion.ts';
import { viewPromotion } from '../view.ts';
import { findByCode, findById } from './promotion-shelf.ts';

export const promotionHandlers = (database: Database): Handlers<typeof promotionCalls> => ({
  async byCode({ code }, context) {
    const promotion = await findByCode(database, couponKey(code));
    if (!promotion?.markets.includes(context.site.market)) return refuse('coupon_invalid', { code });
    return answer({ data: viewPromotion(promotion) });
  },

  async single({ promotionId }, context) {
    const promotion = await findById(database, promotionId);
    if (!promotion?.markets.includes(context.site.market)) return refuse('promotion_not_found');
    return answer({ data: viewPromotion(promotion) });
  },
});
