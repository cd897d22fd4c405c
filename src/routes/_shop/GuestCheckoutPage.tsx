import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { guestCheckoutMessages } from '#domains/selling/cart/messages/lazy-parts.ts';
import { useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import { offerEmail, wasTyped } from '#domains/selling/cart/ui/guest-checkout.ts';
import { isEmail } from '#lib/email.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'shared', robots: 'noindex', prefetch: false } satisfies PageHandle;

export const meta = titleMeta(guestCheckoutMessages.pageTitle);

/**
 * Return target of guest checkout [CHK-6, CONT-18]. An email that was just typed is saved on this device; one of a link only if there is
 * none yet. Then the cart redirects to the checkout.
 */
export default function GuestCheckoutPage() {
  const store = useCartStore();
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const email = new URLSearchParams(search).get('email')?.trim() ?? '';
    if (wasTyped(email)) store.setEmail(email);
    else if (isEmail(email)) {
      store.suggestEmail(email);
      offerEmail(email);
    }
    // Without any email the cart redirects to the guest entry.
    // The parameter makes the cart redirect to the checkout [CHK-6, CHK-7].
    navigate(`/cart?redirection_ts=${Date.now()}`, { replace: true });
  }, [store, search, navigate]);
  return (
    <div className="container narrow needs-script">
      <h1 className="heading-3">{guestCheckoutMessages.title}</h1>
      <p className="text-muted" role="status">
        {guestCheckoutMessages.redirecting}
      </p>
    </div>
  );
}
