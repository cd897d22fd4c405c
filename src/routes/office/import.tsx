export { ImportScreen as Component } from '#domains/imports/ui/office/ImportScreen.tsx';
export { loadImport as loader } from '#domains/imports/ui/office/load-imports.ts';
