import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { cartPageMessages } from '#domains/selling/cart/messages/cart.ts';
import { couldNotRead } from '#domains/selling/cart/model/cart-view.ts';
import { CartLines } from '#domains/selling/cart/ui/CartLines.tsx';
import { CartMessages } from '#domains/selling/cart/ui/CartMessages.tsx';
import { CartSideSkeleton, CartSkeleton } from '#domains/selling/cart/ui/CartSkeleton.tsx';
import { CartBanners, CartTotals, CheckoutButton, FreeDeliveryProgress } from '#domains/selling/cart/ui/CartSummary.tsx';
import { CouponForm } from '#domains/selling/cart/ui/CouponForm.tsx';
import { useCart, useCartNow, useCartStore, useListPath } from '#domains/selling/cart/ui/cart-context.tsx';
import { formatContents } from '#domains/selling/cart/ui/format-cart.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { preloadedComponent } from '#ui/lazy-component.ts';
import type { PageHandle } from '../page-handle.ts';

// The page shows nothing of a cart without the store, so its code loads with the page instead of after hydration.
if (!import.meta.env.SSR) import('#domains/selling/cart/ui/create-browser-cart.ts').catch(() => undefined);
const EmptyCart = preloadedComponent(() => import('#domains/selling/cart/ui/EmptyCart.tsx'));
const deliveryEstimate = () => import('#domains/selling/cart/ui/CartDelivery.tsx');
const recommendations = () => import('#domains/selling/cart/ui/Recommendations.tsx');

/** Keeps the place of the cart while the code of the empty cart loads. */
const LOADING = (
  <div className="container cart-grid">
    <CartSkeleton />
    <CartSideSkeleton />
  </div>
);

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(cartPageMessages.pageTitle);

/**
 * Redirects to the checkout for `/cart?redirection_ts={ms}`, the return from guest checkout [CART-51]. Removes the parameter first,
 * so that Back does not repeat it.
 */
function useRedirection(): void {
  const store = useCartStore();
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!new URLSearchParams(search).has('redirection_ts')) return;
    navigate('/cart', { replace: true, preventScrollReset: true });
    store.checkout();
  }, [store, search, navigate]);
}

/** Loads and renders a component after hydration. Renders nothing if loading fails. */
function AfterHydration({ load }: { readonly load: () => Promise<{ readonly default: ComponentType }> }) {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType } | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    load().then(
      ({ default: Part }) => isUnmounted || setLoaded({ Part }),
      (failure: unknown) => console.error(failure),
    );
    return () => {
      isUnmounted = true;
    };
  }, [load]);
  return loaded && <loaded.Part />;
}

/** The cart page [CONT-16]. The server renders its skeleton; the browser reads the cart. */
export default function CartPage() {
  const cart = useCart((view) => view.cart);
  const isLoaded = useCart((view) => view.isLoaded);
  const hasFailed = useCart(couldNotRead);
  const isUpdating = cart !== null && !isLoaded && !hasFailed;
  const listPath = useListPath();
  const { locale } = useMarketConfig();
  useCartNow();
  useRedirection();
  return (
    <div className="cart-page">
      <div className="container cart-head">
        <h1 className="heading-2">{cartPageMessages.title}</h1>
        {cart && <p className="text-muted">{formatContents(cart, locale)}</p>}
        <p className="cart-updating small text-muted" role="status">
          {isUpdating && cartPageMessages.updating}
        </p>
      </div>
      <div className="container">
        <CartMessages />
      </div>
      {!cart && isLoaded ? (
        <Suspense fallback={LOADING}>
          <div className="container">
            <EmptyCart />
          </div>
        </Suspense>
      ) : (
        <div className="container cart-grid">
          <section aria-label={cartPageMessages.items} aria-busy={isUpdating || undefined}>
            <h2 className="visually-hidden">{cartPageMessages.itemsTitle}</h2>
            {cart ? <CartLines cart={cart} className="cart-lines" /> : !hasFailed && <CartSkeleton />}
            <Link className="link link-lone cart-under" to={listPath}>
              {cartPageMessages.continueShopping}
            </Link>
          </section>
          {!cart && !hasFailed && <CartSideSkeleton />}
          {cart && (
            <aside className="cart-side" aria-label={cartPageMessages.summary}>
              <div className="cart-box">
                <FreeDeliveryProgress cart={cart} />
                <CartBanners cart={cart} />
                <hr className="divider" />
                <CouponForm cart={cart} />
                <hr className="divider" />
                <CartTotals cart={cart} />
                <CheckoutButton />
                {!cart.isGiftCardOnly && (
                  <>
                    <hr className="divider" />
                    <AfterHydration load={deliveryEstimate} />
                  </>
                )}
              </div>
            </aside>
          )}
        </div>
      )}
      <AfterHydration load={recommendations} />
    </div>
  );
}
