export { loadWines as loader, revalidateWines as shouldRevalidate } from '#domains/catalogue/ui/office/load-wines.ts';
export { WinesScreen as Component } from '#domains/catalogue/ui/office/WinesScreen.tsx';
