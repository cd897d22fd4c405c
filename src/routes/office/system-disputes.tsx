export { DisputesScreen as Component } from '#domains/system/ui/office/DisputesScreen.tsx';
export { loadDisputes as loader, revalidateDisputes as shouldRevalidate } from '#domains/system/ui/office/load-system.ts';
