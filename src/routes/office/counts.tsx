import { countList } from '#domains/selling/stock/ui/office/load-sheets.ts';

export { CountListScreen as Component } from '#domains/selling/stock/ui/office/CountListScreen.tsx';
export const { loader, shouldRevalidate } = countList;
