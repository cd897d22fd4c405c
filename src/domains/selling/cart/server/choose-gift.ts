/** A shopper takes a promotion's gift out of the cart, or takes one back that they had declined (decision 93). */
import type { Transaction } from '#lib/db/pool.ts';
import { declining } from '../model/declined-gifts.ts';
import { setDeclinedGifts } from './cart-repository.ts';
import { type CartReader, giftLineId, recalculateCart } from './cart-state.ts';
import type { Changed, LockedCart } from './mutate-cart.ts';

export interface GiftChoice {
  /** The cart as the caller knows it, and the line of the gift in it. */
  readonly cartId: string;
  readonly cartItemId: string;
  readonly productId?: number;
  readonly isWanted: boolean;
}

/** The change that a choice makes. How many cases a gift has is the promotion's to say. Null where there is no such gift. */
export async function chosenGift(
  transaction: Transaction,
  reader: CartReader,
  { row, contents, lines }: LockedCart,
  { cartId, cartItemId, productId, isWanted }: GiftChoice,
): Promise<Changed | null> {
  const now = { row, contents, lines, coupons: contents.coupons };
  const { state, applied } = await recalculateCart(transaction, reader, now, Date.now());
  // The cart may have been merged into another since the caller read it, and the ids of gifts follow the cart's.
  const isAsked = ({ offerId, productId: product }: { readonly offerId: string; readonly productId: number }): boolean =>
    [row.id, cartId].some((id) => giftLineId(id, offerId) === cartItemId) && (productId === undefined || productId === product);
  const given = state.lines.find((line) => line.addedByPromotion && isAsked(line));
  const away = state.declinedLines?.find(isAsked);
  const line = given ?? away;
  if (!line) return null;
  if (isWanted === (line === given)) return {};
  const declined = isWanted
    ? row.declined_gifts.filter(({ offerId }) => offerId !== line.offerId)
    : declining(row.declined_gifts, applied, line.offerId);
  setDeclinedGifts(transaction, row.id, declined);
  return { declined };
}
