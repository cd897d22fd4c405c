export { loadOrders as loader, revalidateOrders as shouldRevalidate } from '#domains/selling/orders/ui/office/load-orders.ts';
export { OrdersScreen as Component } from '#domains/selling/orders/ui/office/OrdersScreen.tsx';
