export { loadNewWine as loader } from '#domains/catalogue/ui/office/load-wine.ts';
export { NewWineScreen as Component } from '#domains/catalogue/ui/office/NewWineScreen.tsx';
