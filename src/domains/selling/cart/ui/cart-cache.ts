/**
 * The last cart that the server confirmed, in the cache that the service worker serves without a connection. It is shown as updating
 * until the server has responded (docs/decisions/0134-first-load-on-a-phone.md). The cache holds one cart.
 */
import { addressOf } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { type Cart, cartContract } from '../contract.ts';
import { CART_CACHE, deleteOthersCarts, ownerOf } from './cached-carts.ts';

export interface CartCache {
  /** Returns the cached cart if it is this shopper's. @param cartId of a guest's cart, ignored for a customer */
  read(customerId: number, cartId: string | null): Promise<Cart | null>;
  /** Replaces the cached cart; null deletes it. */
  save(cart: Cart | null): void;
  /** Deletes the cached cart if it is another customer's. */
  deleteOthers(customerId: number): void;
}

/** A cache without a cart, for browsers without `CacheStorage`: it exists in secure contexts only. */
export const NO_CART_CACHE: CartCache = { read: async () => null, save: () => undefined, deleteOthers: () => undefined };

/** Opens the cart cache of this origin. Failures, such as a full disk, are ignored. */
export function browserCartCache(): CartCache {
  if (!('caches' in globalThis)) return NO_CART_CACHE;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs changes one after another. */
  const change = (work: () => Promise<unknown>): void => {
    last = last.then(work).catch(() => undefined);
  };
  const cached = client(cartContract, async ({ path }, input) => {
    const response = await caches.match(addressOf(path, input), { cacheName: CART_CACHE, ignoreVary: true });
    return response ? { status: response.status, body: await response.json() } : { status: 404, body: null };
  });
  return {
    async read(customerId, cartId) {
      try {
        const cache = await caches.open(CART_CACHE);
        const request = (await cache.keys()).find((each) => ownerOf(each) === customerId);
        const id = request && new URL(request.url).searchParams.get('cartId');
        if (!id || (customerId === 0 && id !== cartId)) return null;
        const result = await cached.initialize({ cartId: id, customerId });
        return result.ok && result.value.data.customerId === customerId ? result.value.data : null;
      } catch {
        return null;
      }
    },
    save: (cart) =>
      change(async () => {
        const cache = await caches.open(CART_CACHE);
        for (const old of await cache.keys()) await cache.delete(old);
        if (!cart) return;
        const { id: cartId, customerId } = cart;
        await cache.put(addressOf(cartContract.initialize.path, { cartId, customerId }), Response.json({ data: cart }));
      }),
    deleteOthers: (customerId) => change(() => deleteOthersCarts(customerId)),
  };
}
