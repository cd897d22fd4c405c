import { Suspense } from 'react';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { useCart } from '#domains/selling/cart/ui/cart-context.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';

const OneClickButton = lazyComponent(() => import('./OneClickButton.tsx'));
const OneClickOffer = lazyComponent(() => import('./OneClickOffer.tsx'));

/** Shows the one-click button if the cart allows it, and loads its code only then. */
export function OneClickCheckout() {
  const isDisplayed = useCart((view) => view.cart?.showOneClickCheckout === true);
  return isDisplayed ? (
    <Suspense fallback={null}>
      <OneClickButton />
    </Suspense>
  ) : null;
}

/** Shows the one-click button on an offer's page for a customer with a default address and card. */
export function OneClickOfferCheckout({ offer }: { offer: CatalogueHit }) {
  const { user } = useAuth();
  const isDisplayed =
    offer.inventoryStatus !== 'SOLD_OUT' &&
    !offer.specialAccess &&
    user?.addresses?.some(({ isDefault }) => isDefault) === true &&
    user.stored_instruments?.some(({ is_default }) => is_default) === true;
  return isDisplayed ? (
    <Suspense fallback={null}>
      <OneClickOffer offer={offer} />
    </Suspense>
  ) : null;
}
