/**
 * Deletes personal data of a customer who signs out from this browser: the cached cart, the checkout draft and a one-click order
 * in progress. Keeps a guest's cart, favourites, recent searches and data of other sites, so `Clear-Site-Data` is not an option.
 */
import { deleteOthersCarts } from '#domains/selling/cart/ui/cached-carts.ts';
import { deleteDraft } from '#domains/selling/checkout/ui/draft-storage.ts';
import { clearPendingPurchase } from '#domains/selling/checkout/ui/one-click/pending-purchase-key.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';

export async function deletePersonalData(): Promise<void> {
  deleteDraft();
  clearPendingPurchase(createLocalStorage());
  // Undefined if the page is not a secure context.
  if ('caches' in globalThis) await deleteOthersCarts(0);
}
