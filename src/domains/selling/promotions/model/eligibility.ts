/** Whether a promotion may be used with a cart by a shopper (SPEC.md §5). Pure; the server decides, the browser only shows. */
import type { Market } from '#markets/market.ts';
import type { CouponRefusal } from '../messages.ts';
import { GROUPS, type Promotion } from './promotion.ts';
import { referrerOf } from './referral-name.ts';

/** Smallest cart amount any coupon works with (SPEC.md §9). */
export const MINIMUM_FOR_COUPONS_CENTS = 10_00;

export interface CouponShopper {
  /** 0 is a guest. */
  readonly customerId: number;
  readonly groupId: number;
}

export interface CouponCart {
  readonly market: Market;
  /** What is left of the lines before this coupon. */
  readonly amountCents: number;
  /** True where its conditions on the lines hold: cases, its own minimum, something in its scope. */
  readonly fits: boolean;
  readonly withGiftCard: boolean;
}

/** Orders that have used a promotion so far: all, and the shopper's own. */
export interface Uses {
  readonly total: number;
  readonly mine: number;
  /** An earlier order of the shopper, read for promotions of first orders; elsewhere left out. */
  readonly earlier?: EarlierOrder | null;
}
/** How an earlier order is known to be the shopper's: by account or mailbox, or by card and address together. */
export type EarlierOrder = 'same_buyer' | 'same_card_and_address';
export type UsesById = ReadonlyMap<number, Uses>;

/** True where the promotion runs at an instant (milliseconds since 1970). */
export const isRunning = (promotion: Pick<Promotion, 'startsAt' | 'endsAt'>, now: number): boolean =>
  (promotion.startsAt === null || Date.parse(promotion.startsAt) <= now) &&
  (promotion.endsAt === null || now < Date.parse(promotion.endsAt));

const hasEnded = (promotion: Promotion, now: number): boolean => promotion.endsAt !== null && Date.parse(promotion.endsAt) <= now;

/** A signed-in customer without a group carries the guests' number, but is no guest. */
const isGroupMember = (groupIds: readonly number[], { customerId, groupId }: CouponShopper): boolean =>
  groupIds.includes(groupId) && (groupId !== GROUPS.GUEST || customerId === 0);

/** True where the group restrictions let the shopper in. */
export const isForGroup = (promotion: Pick<Promotion, 'groupIds' | 'excludedGroupIds'>, shopper: CouponShopper): boolean =>
  (promotion.groupIds.length === 0 || isGroupMember(promotion.groupIds, shopper)) && !isGroupMember(promotion.excludedGroupIds, shopper);

/** True where only so many orders may use it, or only first ones. */
export const isLimited = ({ usesTotal, usesPerCustomer, firstOrderOnly }: Promotion): boolean =>
  usesTotal !== null || usesPerCustomer !== null || firstOrderOnly;

/** True where it is for this customer, or for nobody by name. */
export const isForCustomer = (
  { customerIds }: Pick<Promotion, 'customerIds'>,
  { customerId }: Pick<CouponShopper, 'customerId'>,
): boolean => customerIds.length === 0 || customerIds.includes(customerId);

const isUsedUp = ({ id, usesTotal }: Promotion, uses: UsesById): boolean => usesTotal !== null && (uses.get(id)?.total ?? 0) >= usesTotal;
const isUsedUpByShopper = ({ id, usesPerCustomer, firstOrderOnly }: Promotion, uses: UsesById): boolean =>
  (usesPerCustomer !== null && (uses.get(id)?.mine ?? 0) >= usesPerCustomer) ||
  (firstOrderOnly && (uses.get(id)?.earlier ?? null) !== null);

/** Of automatic promotions those that a shopper of a market may have now. */
export const automaticFor = (
  promotions: readonly Promotion[],
  market: Market,
  shopper: CouponShopper,
  uses: UsesById,
  now: number,
): Promotion[] =>
  promotions.filter(
    (promotion) =>
      promotion.markets.includes(market) &&
      isRunning(promotion, now) &&
      isForGroup(promotion, shopper) &&
      isForCustomer(promotion, shopper) &&
      !isUsedUp(promotion, uses) &&
      !isUsedUpByShopper(promotion, uses),
  );

/**
 * Why a coupon is refused, or null where it may be used. The first reason in this order counts: unknown or another customer's, ended or used up, own
 * referral, gift card in the cart, guest with a group-restricted code, wrong group or used by this customer, amount too small.
 */
export function couponRefusal(
  promotion: Promotion | null,
  cart: CouponCart,
  shopper: CouponShopper,
  uses: UsesById,
  now: number,
): CouponRefusal | null {
  if (!promotion || promotion.code === null || !promotion.markets.includes(cart.market)) return 'coupon_invalid';
  // A guest may be its owner before signing in, and is asked to.
  if (shopper.customerId > 0 && !isForCustomer(promotion, shopper)) return 'coupon_invalid';
  if (hasEnded(promotion, now) || isUsedUp(promotion, uses)) return 'coupon_expired';
  if (!isRunning(promotion, now)) return 'coupon_invalid';
  if (shopper.customerId > 0 && referrerOf(promotion.name) === shopper.customerId) return 'coupon_own_referral';
  if (cart.withGiftCard) return 'coupon_with_gift_card';
  if (!isForCustomer(promotion, shopper) || !isForGroup(promotion, shopper))
    return shopper.customerId === 0 ? 'coupon_needs_login' : 'coupon_not_eligible';
  if (isUsedUpByShopper(promotion, uses)) return 'coupon_not_eligible';
  if (!cart.fits || cart.amountCents < MINIMUM_FOR_COUPONS_CENTS) return 'coupon_minimum';
  return null;
}
