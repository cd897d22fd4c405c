import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { cartDropdownMessages } from '../messages/lazy-parts.ts';
import { CartSkeleton } from './CartSkeleton.tsx';
import { useCart, useCartStore } from './cart-context.tsx';

/** Loads the contents as soon as there is a cart or the dropdown is opened. A failed load is repeated at the next opening. */
function useContents(isNeeded: boolean): ComponentType | null {
  const [contents, setContents] = useState<{ readonly Show: ComponentType } | null>(null);
  useEffect(() => {
    if (!isNeeded || contents) return;
    import('./CartDropdownContents.tsx').then(
      ({ CartDropdownContents }) => setContents({ Show: CartDropdownContents }),
      (failure: unknown) => console.error(failure),
    );
  }, [isNeeded, contents]);
  return contents?.Show ?? null;
}

/** Duration until the slide animation has certainly ended, ms. */
const SLIDE_MS = 300;

/** Returns true while the dropdown is open or still closing; after that its contents are unmounted. */
function useIsDisplayed(isOpen: boolean): boolean {
  const [isDisplayed, setDisplayed] = useState(false);
  if (isOpen && !isDisplayed) setDisplayed(true);
  useEffect(() => {
    if (isOpen || !isDisplayed) return;
    const timer = setTimeout(() => setDisplayed(false), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isDisplayed]);
  return isDisplayed;
}

/**
 * The cart as a dropdown from the right, on every page [CART-27]. The body's marker says whether it is open [NAME-27]. Changes are
 * announced to screen readers inside it while it is open, outside otherwise.
 */
export default function CartDropdown() {
  const store = useCartStore();
  const isOpen = useCart((view) => view.isCartOpen);
  const announcement = useCart((view) => view.announcement);
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const lastPath = useRef(pathname);
  const hasCart = useCart((view) => view.cart !== null);
  const Contents = useContents(isOpen || hasCart);
  const isDisplayed = useIsDisplayed(isOpen);

  useEffect(() => {
    document.body.dataset.cart = isOpen ? 'open' : 'closed';
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  // The backdrop belongs to the native dialog, which Escape closes, so no key handler is needed.
  useEffect(() => {
    const element = dialog.current;
    const closeOnBackdrop = (event: MouseEvent): void => {
      if (event.target === element) store.setOpen(false);
    };
    element?.addEventListener('click', closeOnBackdrop);
    return () => element?.removeEventListener('click', closeOnBackdrop);
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
        {isDisplayed && (
          <div className="drawer-in">
            <div className="drawer-head">
              <h2 className="heading-4" id="drawer-title">
                {cartDropdownMessages.title}
              </h2>
              <button type="button" className="icon-button" aria-label={cartDropdownMessages.close} onClick={() => store.setOpen(false)}>
                <Icon name="close" />
              </button>
            </div>
            {Contents ? (
              <Contents />
            ) : (
              <div className="drawer-lines">
                <CartSkeleton />
              </div>
            )}
            <p className="visually-hidden" role="status">
              {isOpen && announcement}
            </p>
          </div>
        )}
      </dialog>
      <p className="visually-hidden" role="status">
        {!isOpen && announcement}
      </p>
    </>
  );
}
