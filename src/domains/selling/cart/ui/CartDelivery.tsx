import DeliveryEstimate from '#domains/selling/shipping/ui/DeliveryEstimate.tsx';
import { useCartStore } from './cart-context.tsx';

/** The delivery estimate, whose postcode also tells the cart what delivery costs there. To be loaded lazily. */
export default function CartDelivery() {
  const store = useCartStore();
  return <DeliveryEstimate onPlace={store.setRegion} />;
}
