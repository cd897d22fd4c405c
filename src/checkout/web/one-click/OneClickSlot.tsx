import { Suspense } from 'react';
import { useCart } from '../../../cart/web/cart-context.tsx';
import type { CatalogueHit } from '../../../catalogue/contract.ts';
import { useAuth } from '../../../identity/web/auth-context.ts';
import { lazyPart } from '../../../ui/web/lazy-part.ts';

const OneClickButton = lazyPart(() => import('./OneClickButton.tsx'));
const OneClickOffer = lazyPart(() => import('./OneClickOffer.tsx'));

/** The one-click button where the cart allows it (DECISIONS.md "Carts and orders"); its code is fetched only then. */
export function OneClickSlot() {
  const isShown = useCart((view) => view.cart?.showOneClickCheckout === true);
  return isShown ? (
    <Suspense fallback={null}>
      <OneClickButton />
    </Suspense>
  ) : null;
}

/** The same on an offer's page, for a customer with a default address and card. */
export function OneClickOfferSlot({ offer }: { offer: CatalogueHit }) {
  const { user } = useAuth();
  const isShown =
    offer.inventoryStatus !== 'SOLD_OUT' &&
    !offer.specialAccess &&
    user?.addresses?.some(({ isDefault }) => isDefault) === true &&
    user.stored_instruments?.some(({ is_default }) => is_default) === true;
  return isShown ? (
    <Suspense fallback={null}>
      <OneClickOffer offer={offer} />
    </Suspense>
  ) : null;
}
