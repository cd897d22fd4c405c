import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../../ui/web/Icon.tsx';
import { CartLines } from './CartLines.tsx';
import { CartMessages } from './CartMessages.tsx';
import { CartSkeleton } from './CartSkeleton.tsx';
import { CartTotals } from './CartTotals.tsx';
import { CheckoutButton } from './CheckoutButton.tsx';
import { useCart, useCartStore } from './cart-context.tsx';
import { EmptyCart } from './EmptyCart.tsx';
import { FreeDelivery } from './FreeDelivery.tsx';

function Contents() {
  const cart = useCart((view) => view.cart);
  const isKnown = useCart((view) => view.isKnown);
  if (!cart) return <div className="drawer-lines">{isKnown ? <EmptyCart /> : <CartSkeleton />}</div>;
  return (
    <>
      <div className="drawer-freight">
        <FreeDelivery cart={cart} />
      </div>
      <CartLines cart={cart} className="drawer-lines" />
      <div className="drawer-foot">
        <CartTotals cart={cart} isShort />
        <CheckoutButton />
        <Link className="link link-lone" to="/cart">
          See the cart
        </Link>
      </div>
    </>
  );
}

/**
 * The cart that slides in from the right, on every page. The body's marker says whether it is open (SPEC.md §2); what
 * happens to the cart is said to screen readers inside it while it is open, outside while it is not.
 */
export function CartDropdown() {
  const store = useCartStore();
  const isOpen = useCart((view) => view.isCartOpen);
  const announcement = useCart((view) => view.announcement);
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const lastPath = useRef(pathname);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(() => {
    document.body.dataset.cart = isOpen ? 'open' : 'closed';
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  // The veil is the dialog's own backdrop. Escape closes a native dialog, so a key for this is not needed.
  useEffect(() => {
    const element = dialog.current;
    const onVeil = (event: MouseEvent): void => {
      if (event.target === element) store.setOpen(false);
    };
    element?.addEventListener('click', onVeil);
    return () => element?.removeEventListener('click', onVeil);
  }, [store]);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    store.setOpen(false);
    if (!/^\/cart\/?$/.test(pathname)) store.dismissError();
  }, [store, pathname]);

  return (
    <>
      <dialog className="drawer" ref={dialog} aria-labelledby="drawer-title" onClose={() => store.setOpen(false)}>
        {wasOpen && (
          <div className="drawer-in">
            <div className="drawer-head">
              <h2 className="d28" id="drawer-title">
                Your cart
              </h2>
              <button type="button" className="icon-btn" aria-label="Close the cart" onClick={() => store.setOpen(false)}>
                <Icon name="close" />
              </button>
            </div>
            <div className="drawer-said">
              <CartMessages />
            </div>
            <Contents />
            <p className="vh" role="status">
              {isOpen && announcement}
            </p>
          </div>
        )}
      </dialog>
      <p className="vh" role="status">
        {!isOpen && announcement}
      </p>
    </>
  );
}
