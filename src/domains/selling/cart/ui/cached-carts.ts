/**
 * The browser's cache of the last cart, for those who do not load the cart's store: the service worker and signing out. It holds one
 * cart, by the URL that it was read from.
 */

/** Name of the cache. */
export const CART_CACHE = 'cart';

/** Returns the id of the customer whom a cached cart was read for; 0 for a guest's. */
export const ownerOf = ({ url }: Request): number => Number(new URL(url).searchParams.get('customerId') ?? 0);

/** Deletes carts of customers from the cache, except this customer's. @param customerId 0 for a guest */
export async function deleteOthersCarts(customerId: number): Promise<void> {
  const cache = await caches.open(CART_CACHE);
  for (const request of await cache.keys())
    if (![0, customerId].includes(ownerOf(request))) await cache.delete(request, { ignoreVary: true });
}
