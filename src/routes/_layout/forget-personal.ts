/**
 * Deletes what this browser holds of a customer who signs out: the cached answer of the cart, what was typed at the checkout and a
 * one-click order in progress. A guest's cart, favourites, recent searches and everything of other sites stay, which is why
 * there is no `Clear-Site-Data`.
 */
import { forgetDraft } from '#domains/selling/checkout/ui/draft-storage.ts';
import { clearPendingPurchase } from '#domains/selling/checkout/ui/one-click/run-one-click.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';

/** As the service worker (app/worker/sw.ts) names it. */
const CART_CACHE = 'cart';

/** Whether a cached answer is a guest's cart, or that there is none. */
async function isGuests(answer: Response | undefined): Promise<boolean> {
  try {
    const body = (await answer?.json()) as { data?: { customerId?: unknown } | null } | undefined;
    return (body?.data?.customerId ?? 0) === 0;
  } catch {
    return false;
  }
}

async function forgetCachedCart(storage: CacheStorage): Promise<void> {
  if (!(await storage.has(CART_CACHE))) return;
  const cache = await storage.open(CART_CACHE);
  for (const request of await cache.keys()) if (!(await isGuests(await cache.match(request)))) await cache.delete(request);
}

export async function forgetPersonal(): Promise<void> {
  forgetDraft();
  clearPendingPurchase(createLocalStorage());
  // Missing where the page is not a secure context.
  if ('caches' in globalThis) await forgetCachedCart(caches);
}
