export { loadPage as loader } from '#domains/content/ui/office/load-pages.ts';
export { PageScreen as Component } from '#domains/content/ui/office/PageScreen.tsx';
