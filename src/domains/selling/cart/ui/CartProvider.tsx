import { type ReactNode, Suspense, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { whenIdle, whenUsed } from '#lib/browser/late-work.ts';
import { retryWhenOnline } from '#lib/browser/retry-when-online.ts';
import type { Market } from '#markets/market.ts';
import { useSellingTerms } from '#markets/ui/market-context.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { CLICKED_EARLY } from '#ui/use-early-click.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { INITIAL_CART_VIEW } from '../model/cart-view.ts';
import { CartContext } from './cart-context.tsx';
import { cartKeysOf, createLazyCartStore } from './lazy-cart-store.ts';

export interface CartProviderProps {
  readonly market: Market;
  readonly listPath: string;
  /** The one-click checkout, which belongs to a higher layer. Reads the cart with `useCart`. */
  readonly oneClickCheckout?: ReactNode;
  readonly children: ReactNode;
}

// Lazy, because it has nothing to show before the store has loaded.
const CartDropdown = lazyComponent(() => import('./CartDropdown.tsx'));
const QueryParameters = lazyComponent(() => import('./QueryParameters.tsx'));
// A tap before hydration needs the store and a toast. Their code loads while the page is hydrated.
if (!import.meta.env.SSR && document.querySelector(CLICKED_EARLY))
  for (const load of [() => import('./create-browser-cart.ts'), () => import('#ui/Toasts.tsx')]) void retryWhenOnline<unknown>(load);
/** Matches a query with parameters for the cart [CART-21] [PROMO-11]. */
const ABOUT_CART = /[?&](cartId|email|vmcode)=/;

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

  const currentTerms = useSellingTerms();
  const terms = useRef(currentTerms);

  const auth = useAuthStore();

  const store = useMemo(
    () =>
      createLazyCartStore(async () => {
        const { openCart } = await retryWhenOnline(() => import('./create-browser-cart.ts'));
        return openCart(
          market,
          () => terms.current,
          auth,
          (path) => void navigateTo.current(path),
        );
      }),
    [market, auth],
  );

  useEffect(() => {
    const stop = store.start();
    const storage = createLocalStorage();
    const keys = Object.values(cartKeysOf(market));
    // A shopper without a cart needs the store only from the first click on.
    const stopWaiting = [
      whenUsed(store.load),
      whenIdle(() => {
        const { isLoading, isAuthenticated } = auth.current();
        if (isLoading || isAuthenticated || keys.some((key) => storage.read(key) !== null)) store.load();
      }),
      storage.watch((key) => {
        if (keys.includes(key)) store.load();
      }),
    ];
    const handlePageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) store.refresh();
    };
    addEventListener('online', store.retryNow);
    addEventListener('pageshow', handlePageShow);
    return () => {
      stop();
      for (const cancel of stopWaiting) cancel();
      removeEventListener('online', store.retryNow);
      removeEventListener('pageshow', handlePageShow);
    };
  }, [store, auth, market]);

  // Settings have changed while the page is open: the cart is read again, and its totals are estimated with the new terms.
  useEffect(() => {
    if (terms.current === currentTerms) return;
    terms.current = currentTerms;
    store.refresh();
  }, [currentTerms, store]);

  useEffect(
    () =>
      auth.subscribe(() => {
        store.shopperChanged();
        if (auth.current().isAuthenticated) store.load();
      }),
    [auth, store],
  );
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
