export { InboxScreen as Component } from '#domains/content/ui/office/inbox/InboxScreen.tsx';
export { loadInbox as loader, revalidateInbox as shouldRevalidate } from '#domains/content/ui/office/inbox/load-inbox.ts';
