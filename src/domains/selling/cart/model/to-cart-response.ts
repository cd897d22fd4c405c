/**
 * Converts a cart to the wire format [CART-1] [CART-7]: decimal amounts, camelCase, the email masked for anyone but the owner
 * [CART-13].
 */

import { type AppliedPromotion, hasEffect } from '#domains/selling/promotions/model/discounts.ts';
import { publicName } from '#domains/selling/promotions/model/referral-name.ts';
import { deliveryFee } from '#domains/selling/shipping/model/fees.ts';
import { toDecimal } from '#lib/money.ts';
import { photoOf } from '#lib/photo-path.ts';
import type { Cart, LineItem } from '../contract.ts';
import type { CartLine, CartState } from './cart.ts';
import type { LineChange } from './line-changes.ts';
import { type PriceReason, type Totals, totalsOf } from './totals.ts';

/** Masks an email as `g***n@example.com`: recognisable for its owner, useless to others. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  return `${name.slice(0, 1)}***${name.length > 2 ? name.slice(-1) : ''}${email.slice(at)}`;
}

function toLineItem(line: CartLine, discountCents: number, reasons: readonly PriceReason[]): LineItem {
  const listCents = line.addedByPromotion ? 0 : line.listCents;
  const extendedCents = listCents * line.quantity;
  const soldOut = line.availableStock <= 0 || line.inventoryStatus === 'SOLD_OUT';
  return {
    id: line.id,
    productId: line.productId,
    sku: line.offer.sku,
    name: line.offer.name,
    brand: line.offer.brand,
    vintage: line.offer.vintage,
    offerVariant: line.offer.offerVariant,
    imageUrl: line.offer.imageUrl,
    offerId: line.offerId,
    hidden: line.offer.secret,
    quantity: line.quantity,
    listPrice: toDecimal(line.listCents),
    salePrice: toDecimal(Math.round((extendedCents - discountCents) / line.quantity)),
    comparisonPrice: line.comparisonCents === null ? null : toDecimal(line.comparisonCents),
    extendedListPrice: toDecimal(line.listCents * line.quantity),
    extendedSalePrice: toDecimal(extendedCents - discountCents),
    extendedComparisonPrice: line.comparisonCents === null ? null : toDecimal(line.comparisonCents * line.quantity),
    discountAmount: toDecimal(discountCents),
    discounts: reasons.map(({ id, name, what, cents }) => ({ id, name, what, amount: toDecimal(cents) })),
    addedByPromotion: line.addedByPromotion,
    slug: line.offer.url,
    isSoldOut: soldOut,
    hideRRP: line.offer.hideRRP,
    inventoryStatus: soldOut ? 'SOLD_OUT' : line.inventoryStatus,
    currentStock: line.currentStock,
    availableStock: line.availableStock,
    orderQuantityMaximum: line.orderQuantityMaximum,
    packSize: line.offer.packSize,
    bottleMl: line.offer.bottleMl,
    skuType: line.offer.skuType,
    category: line.offer.category,
    isSpirit: line.offer.isSpirit,
    hasHeroImages: photoOf(line.offer.imageUrl) !== null,
    ...(line.gift && { gift: { recipientName: line.gift.recipientName, sendOn: line.gift.sendOn } }),
  };
}

/** Coupons are always listed; automatic promotions only if they have an effect. */
const isDisplayed = (applied: AppliedPromotion): boolean => applied.promotion.code !== null || hasEffect(applied);

/** Returns why delivery is free: the market's rule, or the promotion that grants it [SHIP-9]. */
function shippingReasons({ terms, region }: CartState, { shipping, applied }: Totals): Cart['shippingDiscounts'] {
  if (!shipping.isFree) return [];
  const amount = toDecimal(deliveryFee(terms.shipping, region));
  if (shipping.message !== '') {
    const what = terms.shipping.freeFromCases === null ? 'value' : 'cases';
    return [{ id: null, name: shipping.message, what, amount }];
  }
  const granting = applied.find(({ freeShipping }) => freeShipping);
  return granting ? [{ id: granting.promotion.id, name: publicName(granting.promotion.name), what: 'free_shipping', amount }] : [];
}

/** What a response reports besides the cart itself. Notices and changes are those that the shopper did not request. */
export interface Step {
  readonly notices?: readonly string[];
  readonly changes?: readonly LineChange[];
  /** True if the customer has a default address and a default card [CART-6]. */
  readonly isOneClickReady?: boolean;
}

/** Converts a cart to the wire format. @param isOwner true only for the signed-in customer who owns the cart */
export function toCartResponse(state: CartState, isOwner: boolean, step: Step = {}, totals: Totals = totalsOf(state)): Cart {
  const lineItems = state.lines.map((line, index) =>
    toLineItem(line, totals.lineDiscountCents[index] ?? 0, totals.lineReasons[index] ?? []),
  );
  const declinedGifts = (state.declinedLines ?? []).map((line) => toLineItem(line, 0, []));
  const soldOutIDs = [...new Set(lineItems.filter((line) => line.isSoldOut).map((line) => line.productId))];
  return {
    id: state.id,
    version: state.version,
    customerId: state.customerId,
    customerEmail: state.email === null || isOwner ? state.email : maskEmail(state.email),
    region: state.region,
    baseAmount: toDecimal(totals.baseCents),
    cartAmount: toDecimal(totals.amountCents),
    cartTotal: toDecimal(totals.totalCents),
    shippingTotal: toDecimal(totals.shipping.cents),
    taxTotal: toDecimal(totals.taxCents),
    cartQuantity: totals.quantity,
    lineItems,
    ...(declinedGifts.length > 0 && { declinedGifts }),
    shippingPromoMessage: totals.shipping.message,
    withSoldOutItem: soldOutIDs.length > 0,
    showOneClickCheckout: step.isOneClickReady === true && soldOutIDs.length === 0,
    soldOutIDs,
    withGiftCard: totals.withGiftCard,
    isGiftCardOnly: totals.isGiftCardOnly,
    promotions: totals.applied.filter(isDisplayed).map(({ promotion, discountedCents, freeShipping }) => ({
      id: promotion.id,
      name: publicName(promotion.name),
      discountedAmount: toDecimal(discountedCents),
      freeShipping,
      coupon: promotion.code,
    })),
    discountAmount: toDecimal(totals.automaticDiscountCents),
    totalDiscountAmount: toDecimal(totals.discountCents),
    coupons: state.coupons.flatMap(({ id, code, couponType }) => {
      const applied = totals.applied.find(({ promotion }) => promotion.id === id);
      return applied && code !== null ? [{ id, code, couponType, discountedAmount: toDecimal(applied.discountedCents) }] : [];
    }),
    isFreeShipping: totals.shipping.isFree,
    shippingDiscounts: shippingReasons(state, totals),
    banners: [...totals.banners],
    notices: [...(step.notices ?? [])],
    changes: [...(step.changes ?? [])],
  };
}
