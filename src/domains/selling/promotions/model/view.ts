/**
 * Converts promotions to the wire format [PROMO-2]. Leaves out what the reader may not see
 * (docs/decisions/0095-promotions-and-stock-tell-nothing-hidden.md).
 */
import { toDecimal } from '#lib/money.ts';
import type { PromotionOnWire } from '../contract.ts';
import type { Action, Promotion } from './promotion.ts';
import { publicName, referrerOf } from './referral-name.ts';

/** The caller, and the offers and products of the promotion that they may see. */
export interface PromotionReader {
  /** 0 is a guest. */
  readonly customerId: number;
  readonly offerIds: readonly string[];
  readonly productIds: readonly number[];
}

/** Returns the ids of offers and products in a promotion's scope and gifts. */
export const namedIds = ({ scope, actions }: Promotion) => ({
  offerIds: [...scope.offerIds, ...actions.flatMap((action) => (action.kind === 'gift' ? [action.offerId] : []))],
  productIds: scope.productIds,
});

function viewAction(action: Action, reader: PromotionReader): PromotionOnWire['rules'][number]['action'] {
  switch (action.kind) {
    case 'free_shipping':
      return { shipping: { free_shipping: true } };
    case 'percentage':
      return { cart_value: { discount: { percentage_amount: action.percent } } };
    case 'amount': {
      const discount = { fixed_amount: toDecimal(action.cents) };
      return action.each ? { cart_items: { discount } } : { cart_value: { discount } };
    }
    case 'buy_get':
      return { cart_items: { discount: { percentage_amount: action.percent }, every: { buy: action.buy, get: action.get } } };
    case 'gift':
      if (!reader.offerIds.includes(action.offerId)) return {};
      return { gift_item: { offer_id: action.offerId, quantity: action.quantity, per_cases: action.perCases } };
  }
}

/** Converts a promotion to the wire format, without what its reader may not see. */
export const viewPromotion = (promotion: Promotion, reader: PromotionReader): PromotionOnWire => ({
  id: promotion.id,
  name: referrerOf(promotion.name) === reader.customerId ? promotion.name : publicName(promotion.name),
  redemption_type: promotion.code === null ? 'AUTOMATIC' : 'COUPON',
  markets: [...promotion.markets],
  start_date: promotion.startsAt,
  end_date: promotion.endsAt,
  rules: promotion.actions.map((action) => ({
    action: viewAction(action, reader),
    condition: {
      minimum_spend: toDecimal(promotion.minimumCents),
      minimum_quantity: promotion.minimumQuantity,
      offer_ids: promotion.scope.offerIds.filter((id) => reader.offerIds.includes(id)),
      product_ids: promotion.scope.productIds.filter((id) => reader.productIds.includes(id)),
      categories: [...promotion.scope.categories],
      tags: [...promotion.scope.tags],
    },
  })),
  customer: { group_ids: [...promotion.groupIds], excluded_group_ids: [...promotion.excludedGroupIds] },
  max_uses: promotion.usesTotal,
  max_uses_per_customer: promotion.usesPerCustomer,
  banners: promotion.banners.map(({ type, page, text }, index) => ({ id: `${promotion.id}-${index}`, type, page, text })),
});
