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
  /** The one-click checkout of the domain above. It reads the cart by `useCart`. */
  readonly oneClickCheckout?: ReactNode;
  readonly children: ReactNode;
}

// A part of the store's chunk, because it has no content before that.
const CartDropdown = lazyComponent(() => import('./CartDropdown.tsx'));
const QueryParameters = lazyComponent(() => import('./QueryParameters.tsx'));
/** Matches a query with parameters for the cart [CART-21] [PROMO-11]. */
const ABOUT_CART = /[?&](cartId|email|vmcode)=/;

/** Delay in Safari, which has no idle callbacks, ms. */
const SOON = 200;

/** Runs a function when the browser is idle. @returns function that cancels it */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SOON);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(idle);
}

/**
 * Provides the cart of the site's market and shows its dropdown. There is no cart on the server and before hydration, because
 * public pages are identical for everyone (docs/decisions/0005-identical-public-pages.md).
 */
export function CartProvider({ market, listPath, oneClickCheckout = null, children }: CartProviderProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  // Public pages are rendered without query parameters.
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
    const handlePageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) store.refresh();
    };
    addEventListener('online', store.retryNow);
    addEventListener('pageshow', handlePageShow);
    return () => {
      stop();
      leaveIdle();
      removeEventListener('online', store.retryNow);
      removeEventListener('pageshow', handlePageShow);
    };
  }, [store]);

  useEffect(() => auth.subscribe(store.shopperChanged), [auth, store]);
  const hasStore = useSyncExternalStore(
    store.subscribe,
    () => store.current() !== INITIAL_CART_VIEW,
    () => false,
  );

  const site = useMemo(() => ({ store, listPath, oneClickCheckout }), [store, listPath, oneClickCheckout]);
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
