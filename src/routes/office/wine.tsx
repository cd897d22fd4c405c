export { loadWine as loader } from '#domains/catalogue/ui/office/load-wine.ts';
export { WineScreen as Component } from '#domains/catalogue/ui/office/WineScreen.tsx';
