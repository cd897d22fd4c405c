export { DraftScreen as Component } from '#domains/selling/draft-orders/ui/office/DraftScreen.tsx';
export { loadDraft as loader } from '#domains/selling/draft-orders/ui/office/load-drafts.ts';
