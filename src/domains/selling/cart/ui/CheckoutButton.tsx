import { Link } from 'react-router';
import { useCart, useCartStore, useExpressCheckout } from './cart-context.tsx';
import { GUEST_ENTRY } from './guest-checkout-path.ts';

/** Button to the checkout, and the email for the receipt. */
export function CheckoutButton() {
  const store = useCartStore();
  const isRedirecting = useCart((view) => view.isRedirecting);
  const email = useCart((view) => view.email);
  const expressCheckout = useExpressCheckout();
  return (
    <>
      <button
        type="button"
        className="btn btn-fill btn-tall btn-wide"
        aria-busy={isRedirecting || undefined}
        onClick={() => store.checkout()}
      >
        {isRedirecting && <i className="spin" />}
        Checkout
      </button>
      {expressCheckout}
      {email !== null && (
        <p className="small quiet guest-email">
          Receipt to {email}.{' '}
          <Link className="link" to={GUEST_ENTRY}>
            Change
          </Link>
        </p>
      )}
    </>
  );
}
