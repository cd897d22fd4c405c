export { CountScreen as Component } from '#domains/selling/stock/ui/office/CountScreen.tsx';
export { loadCount as loader } from '#domains/selling/stock/ui/office/load-sheets.ts';
