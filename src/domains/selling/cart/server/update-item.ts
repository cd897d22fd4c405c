/**
 * Sets the quantity of a line or removes it. For a promotion's gift: declines it, or takes it back
 * (docs/decisions/0093-declined-gifts.md).
 */
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { fail } from '#lib/result.ts';
import { limitValues } from '../messages/errors.ts';
import { formatStockLeft } from '../messages/notices.ts';
import type { CartLine } from '../model/cart.ts';
import { declining } from '../model/declined-gifts.ts';
import { findLimitError } from '../model/purchase-limits.ts';
import { deleteLine, setDeclinedGifts, setQuantity } from './cart.repository.ts';
import { type CartReader, giftLineId, recalculateCart } from './cart-state.ts';
import { type Changed, type LockedCart, mutateCart, termsReader } from './mutate-cart.ts';

function removeLine(transaction: Transaction, { lines }: LockedCart, line: CartLine): Changed {
  deleteLine(transaction, line);
  return { lines: lines.filter((other) => other !== line) };
}

interface GiftChoice {
  /** Ids that the caller has read; the cart may have been merged since. */
  readonly cartId: string;
  readonly cartItemId: string;
  readonly productId?: number;
  readonly isWanted: boolean;
}

/** Declines a gift or takes it back. The promotion decides the quantity. Returns null if there is no such gift. */
async function chooseGift(
  transaction: Transaction,
  reader: CartReader,
  { row, contents, lines }: LockedCart,
  { cartId, cartItemId, productId, isWanted }: GiftChoice,
): Promise<Changed | null> {
  const current = { row, contents, lines, coupons: contents.coupons };
  const { state, applied } = await recalculateCart(transaction, reader, current, Date.now());
  // The id of a gift's line follows the cart's, which may have been merged since the caller read it.
  const isChosen = ({ offerId, productId: product }: { readonly offerId: string; readonly productId: number }): boolean =>
    [row.id, cartId].some((id) => giftLineId(id, offerId) === cartItemId) && (productId === undefined || productId === product);
  const accepted = state.lines.find((line) => line.addedByPromotion && isChosen(line));
  const line = accepted ?? state.declinedLines?.find(isChosen);
  if (!line) return null;
  if (isWanted === (line === accepted)) return {};
  const declined = isWanted
    ? row.declined_gifts.filter(({ offerId }) => offerId !== line.offerId)
    : declining(row.declined_gifts, applied, line.offerId);
  setDeclinedGifts(transaction, row.id, declined);
  return { declined };
}

/** Removes a line. Removing an unknown line changes nothing. Returns null if the cart became empty. */
export function removeItem(
  database: Database,
  context: CallContext,
  shopper: Shopper,
  input: { readonly cartId: string; readonly cartItemId: string },
) {
  const { cartId, cartItemId } = input;
  const mutation = { context, shopper, call: 'remove-cart-item', input: { cartId, cartItemId }, cartId };
  return mutateCart(database, mutation, async (transaction, cart) => {
    const line = cart.lines.find(({ id }) => id === cartItemId);
    if (line) return removeLine(transaction, cart, line);
    const reader = { ...termsReader(context), shopper };
    return (await chooseGift(transaction, reader, cart, { cartId, cartItemId, isWanted: false })) ?? {};
  });
}

/** Sets the quantity of a line; 0 removes it. Returns null if the cart became empty. */
export function updateItem(
  database: Database,
  context: CallContext,
  shopper: Shopper,
  input: { readonly cartId: string; readonly cartItemId: string; readonly productId: number; readonly quantity: number },
) {
  const { cartId, cartItemId, productId, quantity } = input;
  const mutation = { context, shopper, call: 'update-cart-item', input: { cartId, cartItemId, productId, quantity }, cartId };
  return mutateCart(database, mutation, async (transaction, cart) => {
    const { lines } = cart;
    const line = lines.find((candidate) => candidate.id === cartItemId && candidate.productId === productId);
    if (!line) {
      const reader = { ...termsReader(context), shopper };
      const changed = await chooseGift(transaction, reader, cart, { cartId, cartItemId, productId, isWanted: quantity > 0 });
      return changed ?? fail('line_not_found');
    }
    if (quantity === 0) return removeLine(transaction, cart, line);
    // A lower quantity is always accepted, even if stock has run short since.
    const error = quantity > line.quantity ? findLimitError(lines, { ...line, quantity }) : null;
    if (error?.reason === 'purchase_limit') return fail('purchase_limit', limitValues(error.limit));
    if (error) return fail('not_enough_stock', { cases: formatStockLeft(error.left) });
    setQuantity(transaction, line.id, quantity);
    return { lines: lines.map((other) => (other === line ? { ...line, quantity } : other)) };
  });
}
