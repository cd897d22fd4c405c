import { type ReactNode, Suspense, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { Market } from '#markets/market.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { INITIAL_CART_VIEW } from '../model/cart-view.ts';
import { CartContext } from './cart-context.tsx';
import { createLazyCartStore } from './lazy-cart-store.ts';

export interface CartProviderProps {
  readonly market: Market;
  readonly listPath: string;
  /** Another way to buy, for example with one click; it reads the cart by `useCart`. */
  readonly besideCheckout?: ReactNode;
  readonly children: ReactNode;
}

// It comes with the store: before that there is nothing to show in it.
const CartDropdown = lazyComponent(() => import('./CartDropdown.tsx'));
const QueryParameters = lazyComponent(() => import('./QueryParameters.tsx'));
/** What an address may say about the cart (SPEC.md §2). */
const ABOUT_CART = /[?&](cartId|email|vmcode)=/;

/** Safari has no idle moments to wait for; there it is this soon, milliseconds. */
const SOON = 200;

/** Run something once the browser has nothing better to do. Returns how to leave it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SOON);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(idle);
}

/**
 * Holds the cart of the site's market for everything below, and shows its dropdown. On the server, and until the page has come alive, there is
 * none: shared pages are the same bytes for everyone.
 */
export function CartProvider({ market, listPath, besideCheckout: expressCheckout = null, children }: CartProviderProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  // A shared page is made without its parameters.
  const isHydrated = useHydrated();
  const navigateTo = useRef(navigate);
  navigateTo.current = navigate;

  const auth = useAuthStore();

  const store = useMemo(
    () =>
      createLazyCartStore(async () => {
        const { openCart } = await import('./create-browser-cart.ts');
        return openCart(market, auth, (path) => void navigateTo.current(path));
      }),
    [market, auth],
  );

  useEffect(() => {
    const stop = store.start();
    const leaveIdle = whenIdle(store.load);
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) store.refresh();
    };
    addEventListener('online', store.retryNow);
    addEventListener('pageshow', shown);
    return () => {
      stop();
      leaveIdle();
      removeEventListener('online', store.retryNow);
      removeEventListener('pageshow', shown);
    };
  }, [store]);

  useEffect(() => auth.subscribe(store.shopperChanged), [auth, store]);
  const hasStore = useSyncExternalStore(
    store.subscribe,
    () => store.current() !== INITIAL_CART_VIEW,
    () => false,
  );

  const site = useMemo(() => ({ store, listPath, besideCheckout: expressCheckout }), [store, listPath, expressCheckout]);
  return (
    <CartContext value={site}>
      {children}
      {hasStore && (
        <Suspense fallback={null}>
          <CartDropdown />
        </Suspense>
      )}
      {isHydrated && ABOUT_CART.test(search) && (
        <Suspense fallback={null}>
          <QueryParameters />
        </Suspense>
      )}
    </CartContext>
  );
}
