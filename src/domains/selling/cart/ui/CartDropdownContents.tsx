import { Link } from 'react-router';
import { cartPageMessages } from '../messages/cart.ts';
import { couldNotRead } from '../model/cart-view.ts';
import { CartLines } from './CartLines.tsx';
import { CartMessages } from './CartMessages.tsx';
import { CartSkeleton } from './CartSkeleton.tsx';
import { CartBanners, CartTotals, CheckoutButton, FreeDeliveryProgress } from './CartSummary.tsx';
import { useCart } from './cart-context.tsx';
import EmptyCart from './EmptyCart.tsx';

/** Contents of the dropdown below its title. A separate chunk, because most visits never open a cart. */
export function CartDropdownContents() {
  const cart = useCart((view) => view.cart);
  const isLoaded = useCart((view) => view.isLoaded);
  const hasFailed = useCart(couldNotRead);
  return (
    <>
      <div className="drawer-said">
        <CartMessages />
      </div>
      {cart ? (
        <>
          <div className="drawer-freight">
            <FreeDeliveryProgress cart={cart} />
            <CartBanners cart={cart} />
          </div>
          <CartLines cart={cart} className="drawer-lines" />
          <div className="drawer-foot">
            <CartTotals cart={cart} isShort />
            <CheckoutButton />
            <Link className="link link-lone" to="/cart">
              {cartPageMessages.viewCart}
            </Link>
          </div>
        </>
      ) : (
        <div className="drawer-lines">{isLoaded ? <EmptyCart /> : !hasFailed && <CartSkeleton />}</div>
      )}
    </>
  );
}
