import { deliveryList } from '#domains/selling/stock/ui/office/load-sheets.ts';

export { DeliveryListScreen as Component } from '#domains/selling/stock/ui/office/DeliveryListScreen.tsx';
export const { loader, shouldRevalidate } = deliveryList;
