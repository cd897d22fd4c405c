export { loadOrder as loader } from '#domains/selling/orders/ui/office/load-order.ts';
export { OrderScreen as Component } from '#domains/selling/orders/ui/office/OrderScreen.tsx';
