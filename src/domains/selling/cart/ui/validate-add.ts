/** Validates an addition before it is sent: purchase limit [CART-41], then stock [CART-42]. The server decides; this only responds sooner. */
import type { Client } from '#lib/client.ts';
import type { cartContract } from '../contract.ts';
import { cartStoreMessages, TOASTS } from '../messages/store.ts';
import { limitRefusal } from '../model/purchase-limits.ts';

interface ToastText {
  readonly title: string;
  readonly text: string;
}

export type AddValidation =
  | { readonly allowed: true /** Cases on hand before the addition. */; readonly level: number }
  | { readonly allowed: false; readonly says: ToastText /** The cart on screen may be out of date. */; readonly refresh: boolean };

const limitToast = (limit: number): ToastText => ({ title: TOASTS.limit.title, text: TOASTS.limit.text.replace('{n}', String(limit)) });
const reject = (says: ToastText, refresh = false): AddValidation => ({ allowed: false, says, refresh });

/**
 * Decides whether cases of an offer can be added.
 * @param lines the confirmed lines
 * @param isOnline if false, a failed lookup is rethrown so that it is retried
 */
export async function validateAdd(
  calls: Pick<Client<typeof cartContract>, 'productDetails' | 'inventoryLevels'>,
  wanted: { readonly offerId: string; readonly productId: number; readonly cases: number },
  lines: readonly { readonly productId: number; readonly offerId: string; readonly quantity: number }[],
  isOnline: () => boolean,
): Promise<AddValidation> {
  const { productId } = wanted;
  const unlessOffline = (failure: unknown): null => {
    if (!isOnline()) throw failure;
    return null;
  };
  const [details, levels] = await Promise.all([
    calls.productDetails({ id: productId }).catch(unlessOffline),
    calls.inventoryLevels({ ids: String(productId) }).catch(unlessOffline),
  ]);
  if (!details?.ok) return reject(TOASTS.limitUnknown);
  const level = levels?.ok ? levels.value.find(({ id }) => id === productId)?.inventory_level : undefined;
  const quantityInCart = lines.reduce((sum, line) => sum + (line.offerId === wanted.offerId ? line.quantity : 0), 0);
  const refusal = limitRefusal(lines, {
    offerId: wanted.offerId,
    productId,
    quantity: quantityInCart + wanted.cases,
    orderQuantityMaximum: details.value.data.order_quantity_maximum,
    availableStock: level ?? Number.POSITIVE_INFINITY,
  });
  if (refusal?.reason === 'purchase_limit') return reject(limitToast(refusal.limit));
  if (level === undefined) return reject(TOASTS.inventoryFailed);
  if (!refusal) return { allowed: true, level };
  const left = refusal.left - quantityInCart;
  return left > 0 ? reject({ title: TOASTS.limit.title, text: cartStoreMessages.casesLeft(left) }) : reject(TOASTS.soldOut, true);
}
