/** Gifts of promotions that a shopper does not want: they stay away from the cart until they are taken back (decision 93). */
import type { AppliedPromotion, Gift } from '#domains/selling/promotions/model/discounts.ts';

/** What is kept: which promotion's gift. */
export interface DeclinedGift {
  readonly promotionId: number;
  readonly offerId: string;
}

const isDeclined = (declined: readonly DeclinedGift[], promotionId: number, offerId: string): boolean =>
  declined.some((gift) => gift.promotionId === promotionId && gift.offerId === offerId);

/** What promotions give without the gifts that were declined. A promotion's other effects stay. */
export const withoutDeclined = (applied: readonly AppliedPromotion[], declined: readonly DeclinedGift[]): readonly AppliedPromotion[] =>
  declined.length === 0
    ? applied
    : applied.map((entry) => ({
        ...entry,
        gifts: entry.gifts.filter(({ offerId }) => !isDeclined(declined, entry.promotion.id, offerId)),
      }));

/** The declined gifts that would be given now. Offers that another promotion gives all the same are left out. */
export function declinedNow(applied: readonly AppliedPromotion[], declined: readonly DeclinedGift[]): readonly Gift[] {
  if (declined.length === 0) return [];
  const given = withoutDeclined(applied, declined).flatMap((entry) => entry.gifts);
  return applied.flatMap(({ promotion, gifts }) =>
    gifts.filter(({ offerId }) => isDeclined(declined, promotion.id, offerId) && !given.some((gift) => gift.offerId === offerId)),
  );
}

/** Decline an offer as the gift of every promotion that gives it now. */
export function declining(
  declined: readonly DeclinedGift[],
  applied: readonly AppliedPromotion[],
  offerId: string,
): readonly DeclinedGift[] {
  const givers = applied.filter(({ gifts }) => gifts.some((gift) => gift.offerId === offerId));
  return declinedInAny([declined, givers.map(({ promotion }) => ({ promotionId: promotion.id, offerId }))]);
}

/** What several carts declined, each gift once. */
export const declinedInAny = (lists: readonly (readonly DeclinedGift[])[]): readonly DeclinedGift[] =>
  lists
    .flat()
    .filter(
      ({ promotionId, offerId }, index, all) =>
        all.findIndex((other) => other.promotionId === promotionId && other.offerId === offerId) === index,
    );
