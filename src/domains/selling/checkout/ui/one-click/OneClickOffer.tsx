import { useEffect, useEffectEvent, useState } from 'react';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { useCart, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import { oneClickMessages } from '#domains/selling/checkout/messages/one-click.ts';
import { oneClickStep } from '#domains/selling/checkout/model/one-click.ts';
import { useOneClickCheckout } from './one-click-context.ts';
import { useHomeTotal } from './use-home-total.ts';

/** Buys an offer from its page: adds it to the cart and buys the cart. */
export default function OneClickOffer({ offer }: { offer: CatalogueHit }) {
  const { step, failure, buy } = useOneClickCheckout();
  const store = useCartStore();
  const cart = useCart((view) => view.cart);
  const isPending = useCart((view) => view.isPending || view.isLoading);
  const home = useHomeTotal(cart);
  const isAnswered = home !== undefined;
  const [isRequested, setRequested] = useState(false);
  const isSubmitting = isRequested || (step !== null && step !== 'failed');
  const inCart = cart?.lineItems.some(({ offerId }) => offerId === offer.offerId) ?? false;
  const others = (cart?.lineItems.length ?? 0) - (inCart ? 1 : 0);

  const handleClick = (): void => {
    if (!inCart) store.add(offer);
    setRequested(true);
  };
  const buyCart = useEffectEvent(() => {
    if (!isRequested || isPending || !isAnswered) return;
    setRequested(false);
    // If the cart rejected the offer or nothing is delivered, opens the cart, which shows the reason.
    if (cart?.showOneClickCheckout && inCart && home && 'total' in home)
      buy({ cartId: cart.id, version: cart.version, expectedTotal: home.total });
    else store.setOpen(true);
  });
  useEffect(() => {
    if (!isRequested || isPending || !isAnswered) return;
    // The store publishes the result of the addition one task later.
    const timer = setTimeout(buyCart, 0);
    return () => clearTimeout(timer);
  }, [isRequested, isPending, isAnswered]);

  return (
    <div className="one-click">
      <button
        type="button"
        className="button button-outline button-tall button-wide"
        aria-busy={isSubmitting || undefined}
        disabled={isSubmitting}
        onClick={handleClick}
      >
        {isSubmitting && <i className="spin" />}
        {oneClickMessages.button}
      </button>
      <p className="small text-muted" role="status">
        {step !== null && step !== 'failed' ? oneClickStep(step).message : oneClickMessages.offer(others > 0)}
      </p>
      {failure !== null && (
        <p className="small one-click-failure" role="alert">
          {oneClickStep('failed').message}. {failure}
        </p>
      )}
    </div>
  );
}
