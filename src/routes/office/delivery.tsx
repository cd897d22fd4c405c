export { DeliveryScreen as Component } from '#domains/selling/stock/ui/office/DeliveryScreen.tsx';
export { loadDelivery as loader } from '#domains/selling/stock/ui/office/load-sheets.ts';
