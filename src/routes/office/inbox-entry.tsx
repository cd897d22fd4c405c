export { EntryScreen as Component } from '#domains/content/ui/office/inbox/EntryScreen.tsx';
export { loadEntry as loader } from '#domains/content/ui/office/inbox/load-inbox.ts';
