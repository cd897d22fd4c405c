import { useAddToOrder } from '#domains/selling/draft-orders/ui/office/use-add-to-order.ts';
import { useDuplicateOrder } from '#domains/selling/draft-orders/ui/office/use-duplicate-order.ts';
import { OrderScreen } from '#domains/selling/orders/ui/office/OrderScreen.tsx';

export { loadOrder as loader } from '#domains/selling/orders/ui/office/load-order.ts';
export const Component = () => <OrderScreen onDuplicate={useDuplicateOrder()} onAddWines={useAddToOrder()} />;
