/**
 * Gifts of promotions that a shopper declined. They stay out of the cart until the shopper takes them back
 * (docs/decisions/0093-declined-gifts.md).
 */
import type { AppliedPromotion, Gift } from '#domains/selling/promotions/model/discounts.ts';

/** A declined gift of a promotion. */
export interface DeclinedGift {
  readonly promotionId: number;
  readonly offerId: string;
}

const isDeclined = (declined: readonly DeclinedGift[], promotionId: number, offerId: string): boolean =>
  declined.some((gift) => gift.promotionId === promotionId && gift.offerId === offerId);

/** Removes declined gifts from the effects of promotions. Their other effects stay. */
export const withoutDeclined = (applied: readonly AppliedPromotion[], declined: readonly DeclinedGift[]): readonly AppliedPromotion[] =>
  declined.length === 0
    ? applied
    : applied.map((entry) => ({
        ...entry,
        gifts: entry.gifts.filter(({ offerId }) => !isDeclined(declined, entry.promotion.id, offerId)),
      }));

/** Returns the declined gifts that would be given now, without offers that another promotion still gives. */
export function declinedNow(applied: readonly AppliedPromotion[], declined: readonly DeclinedGift[]): readonly Gift[] {
  if (declined.length === 0) return [];
  const allGifts = withoutDeclined(applied, declined).flatMap((entry) => entry.gifts);
  return applied.flatMap(({ promotion, gifts }) =>
    gifts.filter(({ offerId }) => isDeclined(declined, promotion.id, offerId) && !allGifts.some((gift) => gift.offerId === offerId)),
  );
}

/** Declines an offer as the gift of every promotion that gives it now. */
export function declining(
  declined: readonly DeclinedGift[],
  applied: readonly AppliedPromotion[],
  offerId: string,
): readonly DeclinedGift[] {
  const givers = applied.filter(({ gifts }) => gifts.some((gift) => gift.offerId === offerId));
  return declinedInAny([declined, givers.map(({ promotion }) => ({ promotionId: promotion.id, offerId }))]);
}

/** Returns the declined gifts of several carts without duplicates. */
export const declinedInAny = (lists: readonly (readonly DeclinedGift[])[]): readonly DeclinedGift[] =>
  lists
    .flat()
    .filter(
      ({ promotionId, offerId }, index, all) =>
        all.findIndex((other) => other.promotionId === promotionId && other.offerId === offerId) === index,
    );
