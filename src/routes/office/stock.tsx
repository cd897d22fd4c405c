export { loadStock as loader, revalidateStock as shouldRevalidate } from '#domains/selling/stock/ui/office/load-stock.ts';
export { StockScreen as Component } from '#domains/selling/stock/ui/office/StockScreen.tsx';
