export { ImportsScreen as Component } from '#domains/imports/ui/office/ImportsScreen.tsx';
export { loadImports as loader, revalidateImports as shouldRevalidate } from '#domains/imports/ui/office/load-imports.ts';
