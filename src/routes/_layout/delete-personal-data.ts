/**
 * Deletes personal data of a customer who signs out from this browser: the cached cart, the checkout draft and a one-click order
 * in progress. Keeps a guest's cart, favourites, recent searches and data of other sites, so `Clear-Site-Data` is not an option.
 */
import { deleteDraft } from '#domains/selling/checkout/ui/draft-storage.ts';
import { clearPendingPurchase } from '#domains/selling/checkout/ui/one-click/run-one-click.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { isJsonObject } from '#lib/json.ts';

/** Name of the cache in src/service-worker/sw.ts. */
const CART_CACHE = 'cart';

/** Returns true if a cached response is a guest's cart or says that there is none. */
async function isGuests(response: Response | undefined): Promise<boolean> {
  try {
    const body: unknown = await response?.json();
    const data = isJsonObject(body) ? body.data : null;
    return ((isJsonObject(data) ? data.customerId : null) ?? 0) === 0;
  } catch {
    return false;
  }
}

async function deleteCachedCart(storage: CacheStorage): Promise<void> {
  if (!(await storage.has(CART_CACHE))) return;
  const cache = await storage.open(CART_CACHE);
  for (const request of await cache.keys()) if (!(await isGuests(await cache.match(request)))) await cache.delete(request);
}

export async function deletePersonalData(): Promise<void> {
  deleteDraft();
  clearPendingPurchase(createLocalStorage());
  // Undefined if the page is not a secure context.
  if ('caches' in globalThis) await deleteCachedCart(caches);
}
