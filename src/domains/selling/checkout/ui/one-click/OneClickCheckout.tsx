import { Suspense } from 'react';
import { useCart } from '#domains/selling/cart/ui/cart-context.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';

const OneClickButton = lazyComponent(() => import('./OneClickButton.tsx'));

/** Shows the one-click button if the cart allows it, and loads its code only then. */
export function OneClickCheckout() {
  const isDisplayed = useCart((view) => view.cart?.showOneClickCheckout === true);
  return isDisplayed ? (
    <Suspense fallback={null}>
      <OneClickButton />
    </Suspense>
  ) : null;
}
