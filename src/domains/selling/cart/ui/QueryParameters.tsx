import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { isEmail } from '#lib/email.ts';
import { linkedCartMessages } from '../messages/lazy-parts.ts';
import { useCart, useCartStore } from './cart-context.tsx';

const isCartId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Reads the query parameters of the cart on every page. Saves `vmcode` and removes it from the URL [PROMO-11], saves `email` unless
 * one is saved already [CART-21], and opens the cart of `cartId` after the shopper has confirmed [CART-50].
 */
export default function QueryParameters() {
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

  const linkedId = new URLSearchParams(search).get('cartId') ?? '';
  const isForeign = isLoaded && isCartId(linkedId) && linkedId !== ownId && linkedId !== declined;
  useEffect(() => {
    if (isForeign && !dialog.current?.open) dialog.current?.showModal();
  }, [isForeign]);
  if (!isForeign) return null;

  const close = (opens: boolean): void => {
    dialog.current?.close();
    setDeclined(linkedId);
    if (opens) store.openCart(linkedId);
    // Removed from the URL, so that neither a reload nor Back repeats the question.
    const rest = new URLSearchParams(search);
    rest.delete('cartId');
    navigate({ pathname, search: rest.toString(), hash }, { replace: true, preventScrollReset: true });
  };
  return (
    <dialog ref={dialog} className="ask" aria-labelledby="ask-cart" onClose={() => setDeclined(linkedId)}>
      <h2 className="heading-4" id="ask-cart">
        {linkedCartMessages.title}
      </h2>
      <p>
        {linkedCartMessages.explanation} {ownId ? linkedCartMessages.merges : linkedCartMessages.trust}{' '}
        {ownId && !isAuthenticated && linkedCartMessages.visible}
      </p>
      <div className="row">
        <button type="button" className="button button-primary" onClick={() => close(true)}>
          {linkedCartMessages.open}
        </button>
        <button type="button" className="button button-outline" onClick={() => close(false)}>
          {linkedCartMessages.keep}
        </button>
      </div>
    </dialog>
  );
}
