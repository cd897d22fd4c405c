import { Suspense } from 'react';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { lazyComponent } from '#ui/lazy-component.ts';

const OneClickOffer = lazyComponent(() => import('./OneClickOffer.tsx'));

/** Shows the one-click button on an offer's page for a customer with a default address and card, and loads its code only then. */
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
