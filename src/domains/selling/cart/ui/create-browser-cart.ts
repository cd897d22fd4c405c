/** Creates the cart store with its browser dependencies. Loaded with the store after hydration. */
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { tabsChannel } from '#lib/browser/tab-channel.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import { showToast } from '#ui/toast-store.ts';
import { browserCartCache } from './cart-cache.ts';
import { guestStorage } from './cart-storage.ts';
import { type CartStore, createCartStore } from './cart-store.ts';
import type { CartBroadcast } from './cart-store-types.ts';
import { pricedTransport } from './priced-transport.ts';

/** Creates the cart store of a market's site. @param navigateTo navigates to a page of the shop */
export function openCart(market: Market, terms: () => SellingTerms, auth: AuthStore, navigateTo: (path: string) => void): CartStore {
  return createCartStore({
    market,
    terms,
    transport: pricedTransport(signedTransport(fetchTransport(), auth)),
    storage: guestStorage(market, createLocalStorage()),
    cache: browserCartCache(),
    tabs: tabsChannel<CartBroadcast>(`cart-${market}`),
    shopper: () => (auth.current().isLoading ? null : (auth.current().user?.customerId ?? 0)),
    isOnline: () => navigator.onLine,
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    newKey: randomKey,
    showToast: showToast,
    logIn: () => void auth.login(location.pathname + location.search),
    navigateTo: navigateTo,
    redirectTo: (url) => location.assign(url),
  });
}
