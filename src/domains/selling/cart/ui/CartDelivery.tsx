import { DeliveryChoices } from '#domains/selling/shipping/ui/DeliveryChoices.tsx';
import DeliveryEstimate from '#domains/selling/shipping/ui/DeliveryEstimate.tsx';
import { useCartStore } from './cart-context.tsx';

/** Shows the delivery estimate, whose postcode also sets the region of the cart, and what else the checkout offers. Loaded lazily. */
export default function CartDelivery() {
  const store = useCartStore();
  return (
    <>
      <DeliveryEstimate onPlace={store.setRegion} />
      <DeliveryChoices />
    </>
  );
}
