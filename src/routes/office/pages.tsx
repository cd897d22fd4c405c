export { loadPages as loader, revalidatePages as shouldRevalidate } from '#domains/content/ui/office/load-pages.ts';
export { PagesScreen as Component } from '#domains/content/ui/office/PagesScreen.tsx';
