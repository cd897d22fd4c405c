/**
 * What is asked before a case is added (SPEC.md §5 "Add to cart"): the limit a customer, then the stock. The server
 * decides; this tells the shopper sooner and in the right words (§8 "Inventory toasts").
 */
import type { Client } from '#lib/client.ts';
import type { cartContract } from '../contract.ts';
import { cartStoreMessages, TOASTS } from '../messages.ts';
import { limitRefusal } from '../model/purchase-limits.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

export type AddValidation =
  | { readonly allowed: true /** Cases on hand before the add. */; readonly level: number }
  | { readonly allowed: false; readonly says: Words /** The cart on screen may be out of date. */; readonly refresh: boolean };

const limitWords = (limit: number): Words => ({ title: TOASTS.limit.title, text: TOASTS.limit.text.replace('{n}', String(limit)) });
const no = (says: Words, refresh = false): AddValidation => ({ allowed: false, says, refresh });

/**
 * May so many more cases of an offer be added?
 * @param lines the confirmed lines
 * @param isOnline false where a lookup that fails says nothing about the shop; the lookups' Unreachable is then thrown on
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
  if (!details?.ok) return no(TOASTS.limitUnknown);
  const level = levels?.ok ? levels.value.find(({ id }) => id === productId)?.inventory_level : undefined;
  const state = lines.reduce((sum, line) => sum + (line.offerId === wanted.offerId ? line.quantity : 0), 0);
  const refusal = limitRefusal(lines, {
    offerId: wanted.offerId,
    productId,
    quantity: state + wanted.cases,
    orderQuantityMaximum: details.value.data.order_quantity_maximum,
    availableStock: level ?? Number.POSITIVE_INFINITY,
  });
  if (refusal?.reason === 'purchase_limit') return no(limitWords(refusal.limit));
  if (level === undefined) return no(TOASTS.inventoryFailed);
  if (!refusal) return { allowed: true, level };
  const left = refusal.left - state;
  return left > 0 ? no({ title: TOASTS.limit.title, text: cartStoreMessages.casesLeft(left) }) : no(TOASTS.soldOut, true);
}
