/** Puts what the database says of a cart into the form that the rules work on, with its coupons and gifts as they are due now. */
import { createHash } from 'node:crypto';
import { isOnSale } from '#domains/catalogue/model/audience.ts';
import type { AppliedPromotion, Gift } from '#domains/selling/promotions/model/discounts.ts';
import { automaticFor, type CouponShopper } from '#domains/selling/promotions/model/eligibility.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import { type CouponValidation, revalidateCoupons } from '#domains/selling/promotions/model/revalidate-coupons.ts';
import type { Buyer } from '#domains/selling/promotions/server/earlier-orders.ts';
import { readUses } from '#domains/selling/promotions/server/promotion-uses.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type CartLine, type CartState, isGiftLine, pricedLines } from '../model/cart.ts';
import { declinedNow, withoutDeclined } from '../model/declined-gifts.ts';
import type { LineChange } from '../model/line-changes.ts';
import { dueTo } from '../model/totals.ts';
import type { AnnouncedGift, CartRow } from './cart-repository.ts';
import { findGiftOffers } from './offer-cache.ts';
import { type CartContents, toLine } from './read-cart.ts';

/** The lines of a cart; what is off sale at `now` (milliseconds) counts as sold out. */
export const cartLines = (contents: CartContents, now: number): CartLine[] =>
  contents.lines.map((stored) => toLine(stored, stored.isPriced !== false && isOnSale(stored, now)));

/** The prices of a case, cents, that the shopper was last told, by the id of the line, where that is another than it costs now. */
export const seenPrices = (contents: CartContents): ReadonlyMap<string, number> =>
  new Map(
    contents.lines.flatMap(({ id, seenCents: lastSeenPriceCents, packPrice }) =>
      typeof lastSeenPriceCents === 'number' && lastSeenPriceCents !== packPrice ? [[id, lastSeenPriceCents]] : [],
    ),
  );

/** What a shopper asks from where, as far as a cart's figures depend on it. */
export interface CartReader {
  readonly market: Market;
  readonly shopper: CouponShopper;
  /** What the checkout knows of the buyer beside the cart's e-mail. */
  readonly buyer?: Pick<Buyer, 'address' | 'cardFingerprint'>;
}

export interface CartToSettle {
  readonly row: CartRow;
  readonly contents: CartContents;
  /** The shopper's own lines, and the coupons they want. */
  readonly lines: readonly CartLine[];
  readonly coupons: readonly Promotion[];
}

export interface SettledCart {
  /** With the gifts after the shopper's own lines. */
  readonly state: CartState;
  /** What its promotions give. */
  readonly applied: readonly AppliedPromotion[];
  readonly dropped: CouponValidation['dropped'];
  readonly gifts: readonly AnnouncedGift[];
}

/** A gift's line is derived and never stored: its id is the same each time for the same cart and offer. */
export function giftLineId(cartId: string, offerId: string): string {
  const hex = createHash('sha256').update(`gift ${cartId} ${offerId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The lines of gifts that are due, as far as there is stock beside the shopper's own lines. */
async function giftLines(
  db: Queryable,
  due: readonly Gift[],
  cartId: string,
  market: Market,
  own: readonly CartLine[],
  given: CartContents['given'],
  now: number,
): Promise<CartLine[]> {
  const wanted = new Map<string, number>();
  for (const { offerId, quantity } of due) wanted.set(offerId, (wanted.get(offerId) ?? 0) + quantity);
  if (wanted.size === 0) return [];
  const offers = await findGiftOffers(db, [...wanted.keys()], market, given);
  const lines: CartLine[] = [];
  for (const [offerId, cases] of wanted) {
    const offer = offers.get(offerId);
    if (!offer) continue;
    const line = toLine({ ...offer, id: giftLineId(cartId, offerId), quantity: cases }, isOnSale(offer, now), true);
    const held = [...own, ...lines].filter((other) => other.productId === line.productId).reduce((sum, other) => sum + other.quantity, 0);
    const quantity = Math.min(cases, line.availableStock - held);
    if (quantity > 0) lines.push({ ...line, quantity });
  }
  return lines;
}

/** A cart as its promotions leave it at `now` (milliseconds): coupons that fit, gifts that are due. */
export async function recalculateCart(
  db: Queryable,
  { market, shopper, buyer }: CartReader,
  { row, contents, lines, coupons }: CartToSettle,
  now: number,
): Promise<SettledCart> {
  const { shelf, given } = contents;
  const uses = await readUses(db, [...shelf, ...coupons], { ...buyer, customerId: shopper.customerId, email: row.email }, row.id);
  const mine = automaticFor(shelf, market, shopper, uses, now);
  const automatic = mine.filter(({ code }) => code === null);
  const priced = pricedLines(lines);
  const withGiftCard = lines.some(isGiftLine);
  const { kept, dropped } = revalidateCoupons({ coupons, market, lines: priced, withGiftCard, automatic, shopper, uses, now });
  const { id, version, customer_id: customerId, email, region, declined_gifts: declined } = row;
  const due = dueTo({ lines, automatic, coupons: kept });
  const applied = withoutDeclined(due, declined);
  const wanted = applied.flatMap((entry) => entry.gifts);
  const gifts = await giftLines(db, wanted, id, market, lines, given, now);
  const declinedLines = await giftLines(db, declinedNow(due, declined), id, market, [...lines, ...gifts], given, now);
  const offered = withGiftCard ? [] : mine.filter(({ code }) => code !== null);
  return {
    state: {
      id,
      market,
      version,
      customerId,
      email,
      region,
      lines: gifts.length === 0 ? lines : [...lines, ...gifts],
      coupons: kept,
      automatic,
      offered,
      declined,
      declinedLines,
    },
    dropped,
    applied,
    gifts: gifts.map((line) => ({
      offerId: line.offerId,
      productId: line.productId,
      name: `${line.offer.brand} ${line.offer.name}`,
      quantity: line.quantity,
    })),
  };
}

/** What changed of the gifts since the shopper was last told (SPEC.md §7 "auto-removed or auto-updated cart line events"). */
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
