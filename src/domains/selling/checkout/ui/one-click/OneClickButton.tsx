import { useEffect, useEffectEvent } from 'react';
import { useCart, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import { oneClickMessages } from '#domains/selling/checkout/messages/one-click.ts';
import { oneClickStep } from '#domains/selling/checkout/model/one-click.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { useOneClickCheckout } from './one-click-context.ts';
import { useHomeTotal } from './use-home-total.ts';

/**
 * Buys the cart with the default address and card. Shown once the total for that address is known, because a click accepts it. Says so if
 * nothing is delivered there.
 */
export default function OneClickButton() {
  const { step, failure, buy } = useOneClickCheckout();
  const store = useCartStore();
  const cart = useCart((view) => view.cart);
  const isPending = useCart((view) => view.isPending);
  const isSubmitting = step !== null && step !== 'failed';
  const home = useHomeTotal(cart);
  const { market } = useMarketConfig();

  const refresh = useEffectEvent(() => store.refresh());
  useEffect(() => {
    // After an error the cart on screen may be out of date.
    if (failure !== null) refresh();
  }, [failure]);

  if (!cart || !home) return null;
  if ('reason' in home)
    return (
      <p className="small text-muted" role="status">
        {home.reason}
      </p>
    );
  const { total } = home;
  return (
    <div className="one-click">
      <button
        type="button"
        className="button button-outline button-tall button-wide"
        aria-busy={isSubmitting || undefined}
        disabled={isSubmitting || isPending}
        onClick={() => buy({ cartId: cart.id, version: cart.version, expectedTotal: total })}
      >
        {isSubmitting && <i className="spin" />}
        {oneClickMessages.button}
      </button>
      <p className="small text-muted" role="status">
        {isSubmitting ? (
          oneClickStep(step).message
        ) : (
          <>
            {oneClickMessages.charge} <b className="num">{formatMoneyIn(market, total)}</b> {oneClickMessages.chargeDetails}
          </>
        )}
      </p>
      {failure !== null && (
        <p className="small one-click-failure" role="alert">
          {oneClickStep('failed').message}. {failure}
        </p>
      )}
    </div>
  );
}
