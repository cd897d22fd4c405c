import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { isEmail } from '#lib/email.ts';
import { useCart, useCartStore } from './cart-context.tsx';

const isCartId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Reads the query parameters of the cart on every page. Saves `vmcode` and removes it from the URL [PROMO-11], saves `email` unless
 * there is one [CART-21], and opens a foreign `cartId` after the shopper has confirmed [CART-50].
 */
export default function AddressParameters() {
  const store = useCartStore();
  const isLoaded = useCart((view) => view.isLoaded);
  const ownId = useCart((view) => view.cart?.id ?? null);
  const { isAuthenticated } = useAuth();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [declined, setDeclined] = useState<string | null>(null);

  useEffect(() => {
    const parameters = new URLSearchParams(search);
    const email = parameters.get('email')?.trim() ?? '';
    if (isEmail(email)) store.suggestEmail(email);
    const code = parameters.get('vmcode')?.trim();
    if (code === undefined) return;
    if (code !== '') store.saveCoupon(code);
    parameters.delete('vmcode');
    navigate({ pathname, search: parameters.toString(), hash }, { replace: true, preventScrollReset: true });
  }, [store, pathname, search, hash, navigate]);

  const asked = new URLSearchParams(search).get('cartId') ?? '';
  const isForeign = isLoaded && isCartId(asked) && asked !== ownId && asked !== declined;
  useEffect(() => {
    if (isForeign && !dialog.current?.open) dialog.current?.showModal();
  }, [isForeign]);
  if (!isForeign) return null;

  const close = (opens: boolean): void => {
    dialog.current?.close();
    setDeclined(asked);
    if (opens) store.openCart(asked);
    // Removed from the URL, so that neither a reload nor Back repeats the question.
    const rest = new URLSearchParams(search);
    rest.delete('cartId');
    navigate({ pathname, search: rest.toString(), hash }, { replace: true, preventScrollReset: true });
  };
  return (
    <dialog ref={dialog} className="ask" aria-labelledby="ask-cart" onClose={() => setDeclined(asked)}>
      <h2 className="heading-4" id="ask-cart">
        Open the cart from this link?
      </h2>
      <p>
        The link you followed leads to another cart.{' '}
        {ownId ? 'What you have would go in with what it holds.' : 'Open it only if you trust who sent it.'}{' '}
        {ownId && !isAuthenticated && 'Whoever sent the link would see it there.'}
      </p>
      <div className="row">
        <button type="button" className="button button-primary" onClick={() => close(true)}>
          Open that cart
        </button>
        <button type="button" className="button button-outline" onClick={() => close(false)}>
          Keep mine
        </button>
      </div>
    </dialog>
  );
}
