export { ErrorsScreen as Component } from '#domains/system/ui/office/ErrorsScreen.tsx';
export { loadErrors as loader, revalidateErrors as shouldRevalidate } from '#domains/system/ui/office/load-system.ts';
