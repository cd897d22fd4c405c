import { useEffect, useEffectEvent, useState } from 'react';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { useCart, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import { oneClickStep } from '#domains/selling/checkout/model/one-click.ts';
import { useOneClickCheckout } from './one-click-context.ts';
import { useHomeTotal } from './use-home-total.ts';
import './one-click.css';

/** Buys an offer from its page: it goes into the cart, and the cart is bought with what else is in it. */
export default function OneClickOffer({ offer }: { offer: CatalogueHit }) {
  const { step, failure, buy } = useOneClickCheckout();
  const store = useCartStore();
  const cart = useCart((view) => view.cart);
  const isPending = useCart((view) => view.isPending || view.isLoading);
  const homeTotal = useHomeTotal();
  const [isWanted, setWanted] = useState(false);
  const isSubmitting = isWanted || (step !== null && step !== 'failed');
  const inCart = cart?.lineItems.some(({ offerId }) => offerId === offer.offerId) ?? false;
  const others = (cart?.lineItems.length ?? 0) - (inCart ? 1 : 0);

  const press = (): void => {
    if (!inCart) store.add(offer);
    setWanted(true);
  };
  const settled = useEffectEvent(() => {
    if (!isWanted || isPending) return;
    setWanted(false);
    // Refused by the cart: why stands in the cart's own words.
    if (cart?.showOneClickCheckout && inCart) buy({ cartId: cart.id, version: cart.version, expectedTotal: homeTotal(cart) });
    else store.setOpen(true);
  });
  useEffect(() => {
    if (!isWanted || isPending) return;
    // One turn later the store has taken the wine in, or said no.
    const timer = setTimeout(settled, 0);
    return () => clearTimeout(timer);
  }, [isWanted, isPending]);

  return (
    <div className="one-click">
      <button
        type="button"
        className="btn btn-line btn-tall btn-wide"
        aria-busy={isSubmitting || undefined}
        disabled={isSubmitting}
        onClick={press}
      >
        {isSubmitting && <i className="spin" />}
        One-click checkout
      </button>
      <p className="small quiet" role="status">
        {step !== null && step !== 'failed'
          ? oneClickStep(step).message
          : `Bought${others > 0 ? ' with what is in your cart,' : ''} with your default address and card. By buying you confirm that you are 18 or over.`}
      </p>
      {failure !== null && (
        <p className="small one-click-failure" role="alert">
          {oneClickStep('failed').message}. {failure}
        </p>
      )}
    </div>
  );
}
