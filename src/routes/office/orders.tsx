import { NewDraft } from '#domains/selling/draft-orders/ui/office/NewDraft.tsx';
import { OrdersScreen } from '#domains/selling/orders/ui/office/OrdersScreen.tsx';

export { loadOrders as loader, revalidateOrders as shouldRevalidate } from '#domains/selling/orders/ui/office/load-orders.ts';
export const Component = () => <OrdersScreen newOrder={<NewDraft />} />;
