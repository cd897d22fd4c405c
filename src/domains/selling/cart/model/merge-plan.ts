/**
 * Plans a merge: which cart stays and what it contains [CART-46] [CART-48]. Pure; merge-carts.ts applies the plan. Quantities do
 * not depend on the order of the carts, and every dropped case is reported.
 */

import { isForSame } from '#domains/selling/gift-cards/model/gift-details.ts';
import { withCoupon } from '#domains/selling/promotions/model/discounts.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import type { CartLine } from './cart.ts';
import { type DeclinedGift, declinedInAny } from './declined-gifts.ts';
import type { ChangeReason, LineChange } from './line-changes.ts';
import { strictestLimit } from './purchase-limits.ts';

/** Maximum number of cases of a line. */
export const MAX_CASES = 10_000;

export interface MergingLine extends CartLine {
  /** True if the shopper who merges can buy the offer. */
  readonly isEligible: boolean;
}

export interface MergingCart {
  readonly id: string;
  /** 0 is a guest. */
  readonly customerId: number;
  readonly region: string | null;
  readonly lines: readonly MergingLine[];
  readonly coupons: readonly Promotion[];
  readonly declined?: readonly DeclinedGift[];
}

/** The result of a merge: the cart that stays, and its new contents. */
export interface MergePlan {
  readonly targetId: string;
  /** The lines that stay, by their id, with their new quantity. */
  readonly lines: readonly { readonly id: string; readonly offerId: string; readonly quantity: number }[];
  readonly changes: readonly LineChange[];
  readonly coupons: readonly Promotion[];
  /** Coupons that could not be combined, each with the coupon that excludes it. */
  readonly excludedCoupons: readonly { readonly coupon: Promotion; readonly keeps: Promotion }[];
  readonly region: string | null;
  /** Gifts that were declined in any of the carts. */
  readonly declined: readonly DeclinedGift[];
}

export interface MergeInput {
  /** In the order of the request; at least one. */
  readonly carts: readonly MergingCart[];
  /** The target that the caller requested, or null. */
  readonly cartId: string | null;
  readonly customerId: number;
}

/** Returns the requested cart, else the customer's, else the first [CART-48]. */
function findMergeTarget({ carts, cartId, customerId }: MergeInput): MergingCart {
  const target =
    carts.find((cart) => cart.id === cartId) ?? carts.find((cart) => customerId !== 0 && cart.customerId === customerId) ?? carts[0];
  if (!target) throw new RangeError('there is no cart to merge');
  return target;
}

interface Together {
  /** The line whose id stays. */
  readonly line: MergingLine;
  readonly requested: number;
}

/**
 * Adds up the cases of all carts by offer, and for gift cards also by recipient. Skips promotions' gifts, which are recalculated.
 */
function together(carts: readonly MergingCart[]): Together[] {
  const entries: Together[] = [];
  for (const line of carts.flatMap((cart) => cart.lines)) {
    if (line.addedByPromotion) continue;
    const at = entries.findIndex((entry) => entry.line.offerId === line.offerId && isForSame(entry.line.gift, line.gift));
    const before = entries[at];
    if (before) entries[at] = { line: before.line, requested: before.requested + line.quantity };
    else entries.push({ line, requested: line.quantity });
  }
  return entries;
}

/** Sort key of lines that share a product's stock, independent of the order of the carts. */
const servedBy = ({ line }: Together): string => `${line.offerId} ${line.gift?.recipientEmail.toLowerCase() ?? ''}`;

/**
 * Returns by line id the quantity within limit and stock, and the reason if it was reduced. Lines of a product get stock in the
 * order of `servedBy`.
 */
function capQuantities(entries: readonly Together[]): Map<string, { quantity: number; reason: ChangeReason | null }> {
  const quantities = new Map<string, { quantity: number; reason: ChangeReason | null }>();
  const quantityInCart = new Map<number, number>();
  const open = entries.filter(({ line }) => line.isEligible && line.availableStock > 0);
  for (const { line } of entries) if (!line.isEligible) quantities.set(line.id, { quantity: 0, reason: 'not_eligible' });
  for (const { line } of entries)
    if (line.isEligible && line.availableStock <= 0) quantities.set(line.id, { quantity: 0, reason: 'sold_out' });
  for (const { line, requested } of [...open].sort((a, b) => (servedBy(a) < servedBy(b) ? -1 : 1))) {
    const before = quantityInCart.get(line.productId) ?? 0;
    const limit = strictestLimit(open.flatMap((other) => (other.line.productId === line.productId ? other.line : [])));
    const byLimit = Math.max(0, Math.min(limit.open, MAX_CASES) - before);
    const byStock = Math.max(0, line.availableStock - before);
    const quantity = Math.min(requested, byLimit, byStock);
    quantityInCart.set(line.productId, before + quantity);
    quantities.set(line.id, { quantity, reason: quantity === requested ? null : byLimit <= byStock ? 'purchase_limit' : 'stock' });
  }
  return quantities;
}

/** Returns the target's coupons and those of the other carts that can be combined with them. */
function couponsOf(target: MergingCart, others: readonly MergingCart[]): Pick<MergePlan, 'coupons' | 'excludedCoupons'> {
  let coupons: readonly Promotion[] = target.coupons;
  const excludedCoupons: { coupon: Promotion; keeps: Promotion }[] = [];
  for (const coupon of others.flatMap((cart) => cart.coupons)) {
    if (coupons.some((existing) => existing.id === coupon.id)) continue;
    const joined = withCoupon(coupons, coupon);
    const keeps = coupons.find((existing) => !joined.includes(existing));
    if (keeps) excludedCoupons.push({ coupon, keeps });
    else coupons = joined;
  }
  return { coupons, excludedCoupons };
}

/** Plans a merge. @throws RangeError if there is no cart */
export function planMerge(input: MergeInput): MergePlan {
  const target = findMergeTarget(input);
  const others = input.carts.filter((cart) => cart !== target).sort((a, b) => (a.id < b.id ? -1 : 1));
  const entries = together([target, ...others]);
  const quantities = capQuantities(entries);
  const lines: { id: string; offerId: string; quantity: number }[] = [];
  const changes: LineChange[] = [];
  for (const { line, requested } of entries) {
    const { quantity, reason } = quantities.get(line.id) ?? { quantity: requested, reason: null };
    if (quantity > 0) lines.push({ id: line.id, offerId: line.offerId, quantity });
    if (reason === null) continue;
    changes.push({
      kind: quantity === 0 ? 'removed' : 'updated',
      reason,
      offerId: line.offerId,
      productId: line.productId,
      name: `${line.offer.brand} ${line.offer.name}`,
      previousQuantity: requested,
      quantity,
    });
  }
  const region = [target, ...others].find((cart) => cart.region !== null)?.region ?? null;
  const declined = declinedInAny([target, ...others].map((cart) => cart.declined ?? []));
  return { targetId: target.id, lines, changes, ...couponsOf(target, others), region, declined };
}
