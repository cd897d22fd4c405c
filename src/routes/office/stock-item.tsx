export { loadStockItem as loader } from '#domains/selling/stock/ui/office/load-stock.ts';
export { StockItemScreen as Component } from '#domains/selling/stock/ui/office/StockItemScreen.tsx';
