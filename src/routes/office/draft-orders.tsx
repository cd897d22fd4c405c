export { DraftsScreen as Component } from '#domains/selling/draft-orders/ui/office/DraftsScreen.tsx';
export { loadDrafts as loader, revalidateDrafts as shouldRevalidate } from '#domains/selling/draft-orders/ui/office/load-drafts.ts';
