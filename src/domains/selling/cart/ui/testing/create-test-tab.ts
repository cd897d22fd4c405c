/** A browser tab for tests: a cart store with simulated dependencies that records its toasts and redirects. */

import { createMemoryStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { singleTab, type TabChannel } from '#lib/browser/tab-channel.ts';
import type { Transport } from '#lib/client.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { NO_CART_CACHE } from '../cart-cache.ts';
import { guestStorage } from '../cart-storage.ts';
import { type CartStore, createCartStore } from '../cart-store.ts';
import type { CartBroadcast, CartStoreDeps, ToastMessage } from '../cart-store-types.ts';

/** A tab with its store, and what it has shown and requested. */
export interface Tab {
  readonly store: CartStore;
  readonly values: KeyValueStorage;
  readonly toasts: ToastMessage[];
  readonly visitedUrls: string[];
}

let keys = 0;

/** Opens a tab; it starts to read its cart at once. */
export function openTab(
  transport: Transport,
  options: { values?: KeyValueStorage; tabs?: TabChannel<CartBroadcast>; deps?: Partial<CartStoreDeps> } = {},
): Tab {
  const values = options.values ?? createMemoryStorage();
  const message: ToastMessage[] = [];
  const visitedUrls: string[] = [];
  const store = createCartStore({
    market: 'AU',
    terms: () => TERMS.AU,
    transport,
    storage: guestStorage('AU', values),
    cache: NO_CART_CACHE,
    tabs: options.tabs ?? singleTab(),
    shopper: () => 0,
    isOnline: () => true,
    wait: async () => undefined,
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    showToast: (toast) => void message.push(toast),
    logIn: () => void visitedUrls.push('log in'),
    navigateTo: (path) => void visitedUrls.push(path),
    redirectTo: (url) => void visitedUrls.push(url),
    ...options.deps,
  });
  store.start();
  return { store, values, toasts: message, visitedUrls };
}

/** Returns the displayed cases by offer. */
export const quantitiesIn = (tab: Tab): Record<string, number> =>
  Object.fromEntries((tab.store.current().cart?.lineItems ?? []).map((item) => [item.offerId, item.quantity]));
