import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useAuth, useAuthStore } from '../../identity/web/auth-context.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import type { Market } from '../../market/market.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { localValues, memoryValues } from '../../platform/web/local-values.ts';
import { randomKey } from '../../platform/web/random-key.ts';
import { singleTab, tabsChannel } from '../../platform/web/tabs-channel.ts';
import { showToast } from '../../ui/web/toast-store.ts';
import type { Cart } from '../contract.ts';
import { AddressParameters } from './AddressParameters.tsx';
import { CartDropdown } from './CartDropdown.tsx';
import { CartContext } from './cart-context.tsx';
import { guestStorage } from './cart-storage.ts';
import { createCartStore } from './cart-store.ts';

export interface CartProviderProps {
  readonly market: Market;
  readonly listPath: string;
  readonly children: ReactNode;
}

const isBrowser = typeof document !== 'undefined';

/**
 * Holds the cart of the site's market for everything below, and shows its dropdown. On the server, and until the page has come alive, there is
 * none: shared pages are the same bytes for everyone.
 */
export function CartProvider({ market, listPath, children }: CartProviderProps) {
  const navigate = useNavigate();
  const goTo = useRef(navigate);
  goTo.current = navigate;

  const auth = useAuthStore();
  const { isAuthenticated } = useAuth();

  const store = useMemo(
    () =>
      createCartStore({
        market,
        transport: signedTransport(fetchTransport(), auth),
        storage: guestStorage(market, isBrowser ? localValues() : memoryValues()),
        tabs: isBrowser ? tabsChannel<Cart>(`cart-${market}`) : singleTab<Cart>(),
        shopper: () => ({ customerId: auth.current().user?.customerId ?? 0 }),
        isOnline: () => navigator.onLine,
        wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
        newKey: randomKey,
        say: showToast,
        goTo: (path) => void goTo.current(path),
        leaveFor: (url) => location.assign(url),
      }),
    [market, auth],
  );

  useEffect(() => {
    const stop = store.start();
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) store.refresh();
    };
    addEventListener('online', store.retryNow);
    addEventListener('pageshow', shown);
    return () => {
      stop();
      removeEventListener('online', store.retryNow);
      removeEventListener('pageshow', shown);
    };
  }, [store]);

  // Prices, limits and coupons may differ for a customer.
  const wasAuthenticated = useRef(isAuthenticated);
  useEffect(() => {
    if (wasAuthenticated.current === isAuthenticated) return;
    wasAuthenticated.current = isAuthenticated;
    store.refresh();
  }, [store, isAuthenticated]);

  const site = useMemo(() => ({ store, listPath }), [store, listPath]);
  return (
    <CartContext value={site}>
      {children}
      <CartDropdown />
      <AddressParameters />
    </CartContext>
  );
}
