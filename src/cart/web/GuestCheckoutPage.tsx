import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isEmail } from '../../platform/email.ts';
import { useCartStore } from './cart-context.tsx';
import { GUEST_ENTRY } from './guest-entry.ts';

export const meta = () => [{ title: 'To the checkout · Cellardoor' }, { name: 'robots', content: 'noindex' }];

/** Where the guest's e-mail arrives (SPEC.md §2): it is kept on this device, then the cart saves it and goes on to the checkout. */
export default function GuestCheckoutPage() {
  const store = useCartStore();
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const email = new URLSearchParams(search).get('email')?.trim() ?? '';
    if (!isEmail(email)) {
      navigate(GUEST_ENTRY, { replace: true });
      return;
    }
    store.setEmail(email);
    navigate(`/cart?redirection_ts=${Date.now()}`, { replace: true });
  }, [store, search, navigate]);
  return (
    <div className="wrap narrow needs-script">
      <h1 className="d38">One moment</h1>
      <p className="quiet" role="status">
        We’re taking your cart to the checkout.
      </p>
    </div>
  );
}
