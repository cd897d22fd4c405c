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
        className="button button-primary button-tall button-wide"
        aria-busy={isRedirecting || undefined}
        onClick={() => store.checkout()}
      >
        {isRedirecting && <i className="spin" />}
        Checkout
      </button>
      {expressCheckout}
      {email !== null && (
        <p className="small text-muted break-anywhere">
          Receipt to {email}.{' '}
          <Link className="link" to={GUEST_ENTRY}>
            Change
          </Link>
        </p>
      )}
    </>
  );
}
