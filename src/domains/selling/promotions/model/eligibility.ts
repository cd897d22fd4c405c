/**
 * Rules that decide whether a shopper can use a promotion with a cart [PROMO-13]. Pure; the server decides, the browser only
 * displays.
 */
import type { Market } from '#markets/market.ts';
import type { CouponErrorCode } from '../messages.ts';
import { GROUPS, type Promotion } from './promotion.ts';
import { referrerOf } from './referral-name.ts';

/** Minimum cart amount for any coupon [PROMO-10]. */
export const MINIMUM_FOR_COUPONS_CENTS = 10_00;

export interface CouponShopper {
  /** 0 is a guest. */
  readonly customerId: number;
  readonly groupId: number;
}

export interface CouponCart {
  readonly market: Market;
  /** The amount of the lines after the promotions that apply before this coupon. */
  readonly amountCents: number;
  /** True if the lines meet the coupon's conditions: number of cases, its own minimum, at least one line in scope. */
  readonly fits: boolean;
  readonly withGiftCard: boolean;
}

/** Number of orders that have used a promotion: all, and the shopper's own. */
export interface Uses {
  readonly total: number;
  readonly byShopper: number;
  /** An earlier order of the shopper. Read only for promotions that are limited to first orders. */
  readonly earlier?: EarlierOrder | null;
}
/** How an earlier order was matched to the shopper: by account or mailbox, or by card and address together. */
export type EarlierOrder = 'same_buyer' | 'same_card_and_address';
/** Uses by promotion id. */
export type UsesById = ReadonlyMap<number, Uses>;

/** Returns true if the promotion runs at `now` (Unix time in ms). */
export const isRunning = (promotion: Pick<Promotion, 'startsAt' | 'endsAt'>, now: number): boolean =>
  (promotion.startsAt === null || Date.parse(promotion.startsAt) <= now) &&
  (promotion.endsAt === null || now < Date.parse(promotion.endsAt));

const hasEnded = (promotion: Promotion, now: number): boolean => promotion.endsAt !== null && Date.parse(promotion.endsAt) <= now;

/** Returns true if the shopper belongs to one of the groups. A customer without a group has the guests' group id but is not a guest. */
const isGroupMember = (groupIds: readonly number[], { customerId, groupId }: CouponShopper): boolean =>
  groupIds.includes(groupId) && (groupId !== GROUPS.GUEST || customerId === 0);

/** Returns true if the group restrictions admit the shopper. Guests can use promotions without group restrictions [PROMO-7]. */
export const isForGroup = (promotion: Pick<Promotion, 'groupIds' | 'excludedGroupIds'>, shopper: CouponShopper): boolean =>
  (promotion.groupIds.length === 0 || isGroupMember(promotion.groupIds, shopper)) && !isGroupMember(promotion.excludedGroupIds, shopper);

/** Returns true if the number of orders that can use the promotion is limited, or if it is for first orders only. */
export const isLimited = ({ usesTotal, usesPerCustomer, firstOrderOnly }: Promotion): boolean =>
  usesTotal !== null || usesPerCustomer !== null || firstOrderOnly;

/** Returns true if the promotion names this customer, or no customer at all. */
export const isForCustomer = (
  { customerIds }: Pick<Promotion, 'customerIds'>,
  { customerId }: Pick<CouponShopper, 'customerId'>,
): boolean => customerIds.length === 0 || customerIds.includes(customerId);

const isUsedUp = ({ id, usesTotal }: Promotion, uses: UsesById): boolean => usesTotal !== null && (uses.get(id)?.total ?? 0) >= usesTotal;
const isUsedUpByShopper = ({ id, usesPerCustomer, firstOrderOnly }: Promotion, uses: UsesById): boolean =>
  (usesPerCustomer !== null && (uses.get(id)?.byShopper ?? 0) >= usesPerCustomer) ||
  (firstOrderOnly && (uses.get(id)?.earlier ?? null) !== null);

/** Returns the automatic promotions that the shopper is eligible for at `now`. */
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
 * Returns why a coupon is rejected, or null if it is valid. If several reasons apply, the first of this order wins: unknown or
 * another customer's, expired or used up, own referral, gift card in the cart, guest with a restricted code, wrong group or used by
 * this customer, amount too small.
 */
export function findCouponError(
  promotion: Promotion | null,
  cart: CouponCart,
  shopper: CouponShopper,
  uses: UsesById,
  now: number,
): CouponErrorCode | null {
  if (!promotion || promotion.code === null || !promotion.markets.includes(cart.market)) return 'coupon_invalid';
  // A guest may be the named customer; the check below asks them to sign in.
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
