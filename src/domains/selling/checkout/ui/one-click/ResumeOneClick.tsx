import { useEffect, useEffectEvent } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { useCart, useCartNow } from '#domains/selling/cart/ui/cart-context.tsx';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { useOneClickCheckout } from './one-click-context.ts';
import { interruptedDestination, isResumable, readPendingPurchase } from './pending-purchase.ts';
import { clearPendingPurchase } from './pending-purchase-key.ts';

/** Returns the path of this document if it was loaded by a reload, else null. */
function reloadedPath(): string | null {
  const reload = performance.getEntriesByType('navigation').find((entry) => 'type' in entry && entry.type === 'reload');
  return reload ? new URL(reload.name).pathname : null;
}

/** Continues the purchase that a reload interrupted [CHK-3]. Once the cart has become an order, no button could do that. */
export default function ResumeOneClick() {
  const { buy } = useOneClickCheckout();
  const customerId = useAuth().user?.customerId ?? 0;
  const { market } = useMarketConfig();
  const cart = useCart((view) => view.cart);
  const isLoaded = useCart((view) => view.isLoaded);
  useCartNow();

  useEffect(() => {
    const storage = createLocalStorage();
    const pending = readPendingPurchase(storage);
    if (pending?.stage.kind !== 'leaving') return;
    const destination = interruptedDestination(pending, reloadedPath());
    if (destination !== null) location.assign(destination);
    else clearPendingPurchase(storage);
  }, []);
  const resume = useEffectEvent(() => {
    const pending = readPendingPurchase(createLocalStorage());
    if (!pending || pending.stage.kind === 'leaving') return;
    if (!isResumable(pending, { cart, customerId, market, now: Date.now() })) return;
    const { cartId, version, expectedTotal } = pending.purchase;
    buy({ cartId, version, expectedTotal });
  });
  const canResume = isLoaded && customerId !== 0;
  useEffect(() => {
    if (canResume) resume();
  }, [canResume]);
  return null;
}
