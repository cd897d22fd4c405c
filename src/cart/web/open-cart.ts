/** Makes the store with everything of the browser that it uses. Fetched together with it, after the page has come alive. */
import type { AuthStore } from '../../identity/web/auth-store.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import type { Market } from '../../market/market.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { createLocalStorage } from '../../platform/web/local-values.ts';
import { randomKey } from '../../platform/web/random-key.ts';
import { tabsChannel } from '../../platform/web/tabs-channel.ts';
import { showToast } from '../../ui/web/toast-store.ts';
import { guestStorage } from './cart-storage.ts';
import { type CartStore, createCartStore } from './cart-store.ts';
import type { CartBroadcast } from './cart-view.ts';

/** The cart of a market's site in this browser. `navigateTo` goes to a page of the shop. */
export function openCart(market: Market, auth: AuthStore, navigateTo: (path: string) => void): CartStore {
  return createCartStore({
    market,
    transport: signedTransport(fetchTransport(), auth),
    storage: guestStorage(market, createLocalStorage()),
    tabs: tabsChannel<CartBroadcast>(`cart-${market}`),
    shopper: () => (auth.current().isLoading ? null : (auth.current().user?.customerId ?? 0)),
    isOnline: () => navigator.onLine,
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    newKey: randomKey,
    say: showToast,
    logIn: () => void auth.login(location.pathname + location.search),
    goTo: navigateTo,
    redirectTo: (url) => location.assign(url),
  });
}
