import { Suspense, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { lazyComponent } from '#ui/lazy-component.ts';
import { couldNotRead } from '../model/cart-view.ts';
import { AfterHydration } from './AfterHydration.tsx';
import { CartBanners } from './CartBanners.tsx';
import { CartLines } from './CartLines.tsx';
import { CartMessages } from './CartMessages.tsx';
import { CartSideSkeleton, CartSkeleton } from './CartSkeleton.tsx';
import { CartTotals } from './CartTotals.tsx';
import { CheckoutButton } from './CheckoutButton.tsx';
import { CouponForm } from './CouponForm.tsx';
import { useCart, useCartNow, useCartStore, useListPath } from './cart-context.tsx';
import { FreeDelivery } from './FreeDeliveryProgress.tsx';
import { contentWords } from './format-cart.ts';

const EmptyCart = lazyComponent(() => import('./EmptyCart.tsx'));
const deliveryEstimate = () => import('./CartDelivery.tsx');
const recommendations = () => import('./Recommendations.tsx');

export const meta = () => [{ title: 'Your cart · Cellardoor' }, { name: 'robots', content: 'noindex' }];

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

/** The cart page. The server renders its skeleton; the browser reads the cart. */
export default function CartPage() {
  const cart = useCart((view) => view.cart);
  const isLoaded = useCart((view) => view.isLoaded);
  const hasFailed = useCart(couldNotRead);
  const listPath = useListPath();
  useCartNow();
  useRedirection();
  return (
    <>
      <div className="container cart-head">
        <h1 className="heading-2">Your cart</h1>
        {cart && <p className="text-muted">{contentWords(cart)}</p>}
      </div>
      <div className="container">
        <CartMessages />
      </div>
      {!cart && isLoaded ? (
        <div className="container">
          <Suspense fallback={null}>
            <EmptyCart />
          </Suspense>
        </div>
      ) : (
        <div className="container cart-grid">
          <section aria-label="Lines">
            <h2 className="visually-hidden">What’s in it</h2>
            {cart ? <CartLines cart={cart} className="cart-lines" /> : !hasFailed && <CartSkeleton />}
            <Link className="link link-lone cart-under" to={listPath}>
              Keep looking
            </Link>
          </section>
          {!cart && !hasFailed && <CartSideSkeleton />}
          {cart && (
            <aside className="cart-side" aria-label="Summary">
              <div className="cart-box">
                <FreeDelivery cart={cart} />
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
    </>
  );
}
