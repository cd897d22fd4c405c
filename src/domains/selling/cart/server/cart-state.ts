/** Recalculates a cart: lines in the form that rules work on, valid coupons, due gifts. */
import { createHash } from 'node:crypto';
import { isOnSale } from '#domains/catalogue/model/audience.ts';
import type { AppliedPromotion, Gift } from '#domains/selling/promotions/model/discounts.ts';
import { automaticFor, type CouponShopper } from '#domains/selling/promotions/model/eligibility.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import { type CouponValidation, revalidateCoupons } from '#domains/selling/promotions/model/revalidate-coupons.ts';
import { type Buyer, readUses } from '#domains/selling/promotions/server/promotion-uses.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import { type CartLine, type CartState, isGiftLine, pricedLines } from '../model/cart.ts';
import { declinedNow, withoutDeclined } from '../model/declined-gifts.ts';
import type { LineChange } from '../model/line-changes.ts';
import { dueTo } from '../model/totals.ts';
import type { AnnouncedGift, CartRow } from './cart.repository.ts';
import { findGiftOffers } from './offer-cache.ts';
import { type CartContents, toLine } from './read-cart.ts';

/** Returns the lines of a cart. A line that is off sale at `now` (milliseconds) counts as sold out. */
export const cartLines = (contents: CartContents, now: number): CartLine[] =>
  contents.lines.map((stored) => toLine(stored, stored.isPriced !== false && isOnSale(stored, now)));

/** Returns the prices of a case (cents) that the shopper saw last and that have changed since, by line id. */
export const lastSeenPrices = (contents: CartContents): ReadonlyMap<string, number> =>
  new Map(
    contents.lines.flatMap(({ id, lastSeenPriceCents, packPrice }) =>
      typeof lastSeenPriceCents === 'number' && lastSeenPriceCents !== packPrice ? [[id, lastSeenPriceCents]] : [],
    ),
  );

/** What a cart's totals depend on apart from the cart. */
export interface CartReader {
  readonly market: Market;
  readonly terms: SellingTerms;
  readonly shopper: CouponShopper;
  /** The buyer's address and card, known at checkout. */
  readonly buyer?: Pick<Buyer, 'address' | 'cardFingerprint'>;
}

export interface RecalculateInput {
  readonly row: CartRow;
  readonly contents: CartContents;
  /** The lines without gifts, and the coupons to validate. */
  readonly lines: readonly CartLine[];
  readonly coupons: readonly Promotion[];
}

/** A cart with valid coupons and due gifts, and the coupons that were removed. */
export interface RecalculatedCart {
  /** Gifts follow the other lines. */
  readonly state: CartState;
  /** The effects of its promotions. */
  readonly applied: readonly AppliedPromotion[];
  readonly removed: CouponValidation['removed'];
  readonly gifts: readonly AnnouncedGift[];
}

/** Derives the id of a gift's line, which is not stored, from cart and offer. */
export function giftLineId(cartId: string, offerId: string): string {
  const hex = createHash('sha256').update(`gift ${cartId} ${offerId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the lines of due gifts, as far as stock allows after the shopper's own lines. */
async function giftLines(
  db: Queryable,
  due: readonly Gift[],
  cartId: string,
  market: Market,
  own: readonly CartLine[],
  giftOffers: CartContents['giftOffers'],
  now: number,
): Promise<CartLine[]> {
  const quantities = new Map<string, number>();
  for (const { offerId, quantity } of due) quantities.set(offerId, (quantities.get(offerId) ?? 0) + quantity);
  if (quantities.size === 0) return [];
  const offers = await findGiftOffers(db, [...quantities.keys()], market, giftOffers);
  const lines: CartLine[] = [];
  for (const [offerId, cases] of quantities) {
    const offer = offers.get(offerId);
    if (!offer) continue;
    const line = toLine({ ...offer, id: giftLineId(cartId, offerId), quantity: cases }, isOnSale(offer, now), true);
    const inCart = [...own, ...lines].filter((other) => other.productId === line.productId).reduce((sum, other) => sum + other.quantity, 0);
    const quantity = Math.min(cases, line.availableStock - inCart);
    if (quantity > 0) lines.push({ ...line, quantity });
  }
  return lines;
}

/** Recalculates a cart at `now` (milliseconds). */
export async function recalculateCart(
  db: Queryable,
  { market, terms, shopper, buyer }: CartReader,
  { row, contents, lines, coupons }: RecalculateInput,
  now: number,
): Promise<RecalculatedCart> {
  const { activePromotions, giftOffers } = contents;
  const uses = await readUses(
    db,
    [...activePromotions, ...coupons],
    { ...buyer, customerId: shopper.customerId, email: row.email },
    row.id,
  );
  const eligible = automaticFor(activePromotions, market, shopper, uses, now);
  const automatic = eligible.filter(({ code }) => code === null);
  const priced = pricedLines(lines);
  const withGiftCard = lines.some(isGiftLine);
  const { valid, removed } = revalidateCoupons({ coupons, market, lines: priced, withGiftCard, automatic, shopper, uses, now });
  const { id, version, customer_id: customerId, email, region, declined_gifts: declined } = row;
  const due = dueTo({ lines, automatic, coupons: valid });
  const applied = withoutDeclined(due, declined);
  const dueGifts = applied.flatMap((entry) => entry.gifts);
  const gifts = await giftLines(db, dueGifts, id, market, lines, giftOffers, now);
  const declinedLines = await giftLines(db, declinedNow(due, declined), id, market, [...lines, ...gifts], giftOffers, now);
  const offered = withGiftCard ? [] : eligible.filter(({ code }) => code !== null);
  return {
    state: {
      id,
      market,
      terms,
      version,
      customerId,
      email,
      region,
      lines: gifts.length === 0 ? lines : [...lines, ...gifts],
      coupons: valid,
      automatic,
      offered,
      declined,
      declinedLines,
    },
    removed,
    applied,
    gifts: gifts.map((line) => ({
      offerId: line.offerId,
      productId: line.productId,
      name: `${line.offer.brand} ${line.offer.name}`,
      quantity: line.quantity,
    })),
  };
}

/** Returns the gifts that changed since the last response. */
export function giftChanges(before: readonly AnnouncedGift[], after: readonly AnnouncedGift[]): LineChange[] {
  const change = ({ offerId, productId, name }: AnnouncedGift, previousQuantity: number, quantity: number): LineChange[] =>
    previousQuantity === quantity
      ? []
      : [
          {
            kind: previousQuantity === 0 ? 'added' : quantity === 0 ? 'removed' : 'updated',
            reason: 'promotion',
            offerId,
            productId,
            name,
            previousQuantity,
            quantity,
          },
        ];
  const quantityIn = (gifts: readonly AnnouncedGift[], offerId: string): number =>
    gifts.find((gift) => gift.offerId === offerId)?.quantity ?? 0;
  return [
    ...after.flatMap((gift) => change(gift, quantityIn(before, gift.offerId), gift.quantity)),
    ...before.filter((gift) => quantityIn(after, gift.offerId) === 0).flatMap((gift) => change(gift, gift.quantity, 0)),
  ];
}
