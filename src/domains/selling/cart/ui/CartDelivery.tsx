import DeliveryEstimate from '#domains/selling/shipping/ui/DeliveryEstimate.tsx';
import { useCartStore } from './cart-context.tsx';

/** Shows the delivery estimate. Its postcode also sets the region of the cart. Loaded lazily. */
export default function CartDelivery() {
  const store = useCartStore();
  return <DeliveryEstimate onPlace={store.setRegion} />;
}
